# The kernel under a UML process saves its vector registers in a buffer of 2696 bytes; on a host with
# AMX they take 11008 and setting them fails with EFAULT, so that init dies at once. A larger buffer
# is cut to the host's size by ptrace. It lies on kernel stacks too: see KERNEL_STACK_ORDER.
s/DEFINE_LONGS(HOST_FP_SIZE, 2696);/DEFINE_LONGS(HOST_FP_SIZE, 12288);/
