// libxml2: its push parser (SAX2) reads guides.
#pragma once
#include <libxml/parser.h>
#include <libxml/xmlerror.h>
