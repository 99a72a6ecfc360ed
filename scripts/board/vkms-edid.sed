# A virtual connector has no EDID property, and without one the kernel does not take what somebody wrote to
# edid_override.
/drm_connector_helper_add(connector, &vkms_conn_helper_funcs);/a\
	drm_connector_attach_edid_property(connector);
