import { photoCalls, photoRefusals } from './photo.ts'
import { photoRuleRefusals, photoRulesCalls, photoTrialCalls } from './photo-rules.ts'
import { orderUploadCalls, uploadRefusals } from './upload.ts'

/** Groups of calls by the name that the operation log knows them by. */
export const calls = {
  'order-quality': photoCalls,
  'order-quality-rules': photoRulesCalls,
  'order-quality-trial': photoTrialCalls,
  'order-upload': orderUploadCalls,
}
export const refusals = [photoRefusals, photoRuleRefusals, uploadRefusals]
