import { driverDutyCalls, MOST_EXAMS } from '@chauffeur/contract/qualification/duty'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { Alert, Form } from 'antd'
import { SelectField, SwitchField } from '#kit/fields/fields.ts'
import { useCall } from '#platform/http/call.ts'
import { joined, t, tr } from '#platform/text/text.ts'

export type Exam = AnswerOf<typeof driverDutyCalls.list>['exams'][number]
type City = AnswerOf<typeof driverDutyCalls.trial>['cities'][number]

/** Which exams are asked for; one that is not in sight stands by its number. */
export const examsWords = ({ examGroups }: { examGroups: readonly string[] }, exams: readonly Exam[]): string =>
  joined(examGroups.map((id) => exams.find(({ examGroupId }) => examGroupId === id)?.name ?? id)) || t('不要求')

interface Props {
  exams: readonly Exam[]
  /** Null for rules of one more city. */
  row: { cityId: string | null; examGroups: readonly string[] } | null
}
/** Exams to be passed before duty, with how many drivers of the cities concerned they would hold back now. */
export function ExamsField({ exams, row }: Props) {
  const form = Form.useFormInstance()
  const chosen = Form.useWatch<string[] | undefined>('examGroups', form) ?? []
  const newCity = Form.useWatch<string | undefined>('cityId', form)
  const cityId = row ? row.cityId : (newCity ?? undefined)
  const held = row?.examGroups ?? []
  const added = chosen.some((id) => !held.includes(id))
  const trial = useCall(
    driverDutyCalls.trial,
    { ...(cityId && { cityId }), examGroups: JSON.stringify(chosen) as never },
    { enabled: added && cityId !== undefined, silent: true },
  )
  const cities = added ? (trial.data?.cities ?? []).filter(({ without }) => without > 0) : []
  const shut = cities.filter(({ drivers, without }) => drivers === without)
  return (
    <>
      <SelectField
        name="examGroups"
        label={t('上线前考试')}
        multiple
        most={MOST_EXAMS}
        hint={t('不选为不要求；只对考试适用的城市有效')}
        choices={exams.map(({ examGroupId, name, published }) => ({
          value: examGroupId,
          label: name,
          ...(!published && { why: t('未发布，不要求') }),
        }))}
      />
      {cities.length > 0 ? (
        <Alert
          type={shut.length > 0 ? 'error' : 'warning'}
          showIcon
          title={shut.length > 0 ? t('保存后，有城市的司机全部不能上线') : t('保存后，部分司机须先通过考试才能上线')}
          description={joined(cities.map(cityWords))}
        />
      ) : null}
      {shut.length > 0 ? <SwitchField name="excludeAll" label={t('仍要保存')} /> : null}
    </>
  )
}
const cityWords = ({ cityName, drivers, without }: City) =>
  t('{city}：{m} 位司机中 {n} 位未通过', { city: tr(cityName), m: drivers, n: without })
