/* sounder-record-details.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-page.h"
#include "sounder-pin-bar.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_RECORD_DETAILS (sounder_record_details_get_type ())

/*
 * One record whole: its message, the message beside its answer, how it was carried, and what is
 * wrong with it. Properties: record, session (for the process), tab.
 */
G_DECLARE_FINAL_TYPE (SounderRecordDetails, sounder_record_details, SOUNDER, RECORD_DETAILS, SounderPage)

void       sounder_record_details_set_record  (SounderRecordDetails *self,
                                               McpRecord            *record);   /* (nullable) */
SounderPinBar *sounder_record_details_get_pin_bar (SounderRecordDetails *self);

G_END_DECLS
