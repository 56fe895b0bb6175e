import type { Corrections } from '@chauffeur/contract/privacy/request'
import { FieldRow, RadioField, TextField } from '#kit/fields/fields.ts'
import { t } from '#platform/text/text.ts'
import { genderWords } from './request.view.ts'

/** What is to be corrected; what is left empty stays as it is. */
export function CorrectionFields() {
  return (
    <>
      <FieldRow>
        <TextField name="wantedName" label={t('姓名更正为')} maxLength={30} />
        <TextField name="wantedBirthday" label={t('生日更正为')} maxLength={5} placeholder="03-14" />
      </FieldRow>
      <FieldRow>
        <TextField name="wantedPlates" label={t('车牌号更正为')} maxLength={120} hint={t('多个车牌用顿号或空格分开')} />
        <RadioField
          name="wantedGender"
          label={t('性别更正为')}
          choices={(['MALE', 'FEMALE'] as const).map((value) => ({ value, label: genderWords(value) }))}
        />
      </FieldRow>
    </>
  )
}

/** The fields above as the call takes them, and the others. */
export function wantedOf(values: Record<string, unknown>): { wanted: Corrections; rest: Record<string, unknown> } {
  const { wantedName, wantedBirthday, wantedPlates, wantedGender, ...rest } = values
  const plates = typeof wantedPlates === 'string' ? wantedPlates.split(/[、,，\s]+/).filter(Boolean) : []
  return {
    wanted: {
      ...(wantedName ? { name: wantedName as string } : {}),
      ...(wantedBirthday ? { birthday: wantedBirthday as string } : {}),
      ...(plates.length > 0 ? { plateNos: plates } : {}),
      ...(wantedGender ? { gender: wantedGender as 'MALE' | 'FEMALE' } : {}),
    },
    rest,
  }
}
/** The fields above for what was asked. */
export const fieldsFor = (wanted: Corrections | null) => ({
  wantedName: wanted?.name,
  wantedBirthday: wanted?.birthday,
  wantedPlates: wanted?.plateNos?.join('、'),
  wantedGender: wanted?.gender,
})
