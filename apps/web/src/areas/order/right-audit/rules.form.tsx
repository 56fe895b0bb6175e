import { rightAuditCalls } from '@chauffeur/contract/order/right-audit'
import { type AuditRuleKind, auditRuleKind, auditRuleText, rightAuditRulesCalls } from '@chauffeur/contract/order/right-audit-rules'
import { ReasonField } from '#kit/config/reason-field.tsx'
import { CallForm } from '#kit/edit/call.form.tsx'
import { SelectField, SwitchField } from '#kit/fields/choice-fields.tsx'
import { FieldGroup, FieldRow } from '#kit/fields/field-row.tsx'
import { CountField, MoneyField, PercentField } from '#kit/fields/number-fields.tsx'
import { RowsField } from '#kit/fields/rows-field.tsx'
import { useCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { percentWords, type RulesHere } from './audit.view.ts'
import { RulesTrial } from './rules-trial.tsx'

interface RulesFormProps {
  cityId: string | null
  cityName: string
  here: RulesHere
  open: boolean
  onClose: () => void
}

/** Which uses people look at: each rule with its figures, tried on past orders before it is saved. */
export function RulesForm({ cityId, cityName, here, open, onClose }: RulesFormProps) {
  const rights = useCall(rightAuditCalls.dict, {}, { enabled: open, freshS: 300 }).data?.rights ?? []
  const { riskRules, sampleBp, rightSamples, appealDays } = here.holds
  return (
    <CallForm
      call={rightAuditRulesCalls.save}
      refreshes={[rightAuditRulesCalls.rules, rightAuditRulesCalls.history]}
      open={open}
      as="drawer"
      width={680}
      title={t('修改{city}的审核规则', { city: cityName })}
      initial={{ riskRules, sampleBp, rightSamples, appealDays }}
      beside={() => ({ version: here.ownVersion, ...(cityId && { cityId }) })}
      onClose={onClose}
    >
      {() => (
        <>
          {auditRuleKind.options.map((kind) => (
            <FieldGroup key={kind} title={tr(auditRuleText[kind])}>
              <FieldRow>
                <SwitchField name={['riskRules', kind, 'on']} label={t('启用')} />
                <Figures kind={kind} />
              </FieldRow>
            </FieldGroup>
          ))}
          <FieldRow>
            <PercentField name="sampleBp" label={t('抽查比例')} hint={t('未命中规则的也按此比例随机审核')} required min={0} max={10_000} />
            <CountField name="appealDays" label={t('申诉期（天）')} required min={1} max={60} />
          </FieldRow>
          <RowsField<{ rightId?: string; sampleBp: number }>
            name="rightSamples"
            label={t('单独设置的权益')}
            words={(rows) =>
              rows
                .map((row) => `${rights.find(({ rightId }) => rightId === row.rightId)?.name ?? ''} ${percentWords(row.sampleBp)}`)
                .join(t('；'))
            }
            addText={t('添加权益')}
            added={{ sampleBp: 1_000 }}
            most={100}
            least={0}
            removeText={(position) => t('删除第 {n} 个权益', { n: position })}
          >
            {(row) => (
              <FieldRow>
                <SelectField
                  name={[row, 'rightId'] as never}
                  label={t('权益')}
                  required
                  choices={rights.map(({ rightId, name, channelName }) => ({
                    value: rightId,
                    label: [channelName, name].filter(Boolean).join(' · '),
                  }))}
                />
                <PercentField name={[row, 'sampleBp'] as never} label={t('抽查比例')} required min={0} max={10_000} />
              </FieldRow>
            )}
          </RowsField>
          {here.ownVersion > 0 ? <ReasonField /> : null}
          <RulesTrial cityId={cityId} />
        </>
      )}
    </CallForm>
  )
}

const hours = (name: string, kind: AuditRuleKind, label: string) => (
  <CountField name={['riskRules', kind, name]} label={label} required min={0} max={23} suffix={t('时〔钟点〕')} />
)
function Figures({ kind }: { kind: AuditRuleKind }) {
  const of = (name: string) => ['riskRules', kind, name]
  switch (kind) {
    case 'PAIR':
      return (
        <>
          <CountField name={of('days')} label={t('天内')} required min={1} max={31} />
          <CountField name={of('count')} label={t('达到次数')} required min={2} max={50} />
        </>
      )
    case 'SHORT':
      return <CountField name={of('metres')} label={t('低于（米）')} required min={100} max={20_000} />
    case 'SAME_PLACE':
      return <CountField name={of('metres')} label={t('相距不超过（米）')} required min={50} max={5_000} />
    case 'NIGHT':
      return (
        <>
          {hours('fromHour', kind, t('从'))}
          {hours('toHour', kind, t('到'))}
          <CountField name={of('count')} label={t('达到次数')} required min={2} max={50} />
        </>
      )
    case 'LARGE':
      return <MoneyField name={of('fen')} label={t('抵扣达到')} required min={100} max={1_000_000} />
    default:
      return null
  }
}
