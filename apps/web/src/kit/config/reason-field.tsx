import { TextField } from '../fields/text-fields.tsx'
import { t } from '#platform/text/text.ts'

/** Why a setting is changed; stands with the version in its history. */
export const ReasonField = () => <TextField name="changeReason" label={t('修改原因')} hint={t('与这一版一起留在历史里')} maxLength={200} />
