# vkms of 6.12 forgets that its writeback encoder may clone its CRTC's encoder, so that an atomic
# commit with both connectors fails with EINVAL.
/DRM_ERROR("Failed to init writeback connector\\n");/a\
		else encoder->possible_clones = output->wb_connector.encoder.possible_clones = 3;
