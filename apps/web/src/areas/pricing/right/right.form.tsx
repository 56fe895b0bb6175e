import {
  rightCalls,
  rightCoverKind,
  rightCoverText,
  rightExcess,
  rightExcessText,
  type RightRow,
  rightUnit,
  rightUnitText,
} from '@chauffeur/contract/pricing/right'
import { CallForm } from '#kit/edit/call.form.tsx'
import type { RowFormProps } from '#kit/edit/edit.form.tsx'
import {
  ChannelField,
  choicesOf,
  CityField,
  CountField,
  FieldRow,
  HoursField,
  InstantField,
  KilometresField,
  LongTextField,
  MoneyField,
  SelectField,
  TextField,
  WithField,
} from '#kit/fields/fields.ts'
import { useCities } from '#kit/pickers/use-cities.ts'
import { t } from '#platform/text/text.ts'

const MOST_FEN = 10_000_000

/** What was agreed with a partner. */
export default function RightForm({ open, row: shown, onClose }: RowFormProps<RightRow>) {
  const offsetMinutes = useCities().list[0]?.utcOffsetMinutes ?? null
  return (
    <CallForm
      call={rightCalls.create}
      change={rightCalls.update}
      input={(values, row) => (row ? { ...values, rightNo: undefined } : values)}
      refreshes={[rightCalls.list, rightCalls.view, rightCalls.find]}
      open={open}
      as="drawer"
      width={640}
      title={(row) => (row ? t('修改权益') : t('新建权益'))}
      row={shown}
      initial={{ unit: 'TIMES', coverKind: 'CAP', excess: 'CUSTOMER_PAYS', perUserTimes: 0 }}
      present={rightCalls.view}
      of="rightId"
      onClose={onClose}
    >
      {(row) => {
        const granted = (row?.granted ?? 0) > 0 && t('已有客户获得，不能再改')
        const on = row?.state === 'ON' && t('停用后可改，改后须重新审核')
        const promised = granted || on
        return (
          <>
            <FieldRow>
              <TextField name="rightNo" label={t('权益编号')} required maxLength={30} locked={row !== null} hint={t('与合同一致')} />
              <TextField name="name" label={t('名称')} required maxLength={40} />
            </FieldRow>
            <ChannelField name="channelId" label={t('合作渠道')} required locked={promised} hint={t('由其付款')} />
            <FieldRow>
              <SelectField
                name="unit"
                label={t('计量方式')}
                required
                locked={promised}
                choices={choicesOf(rightUnit.options, rightUnitText)}
                hint={t('发放给客户的是次数、金额还是里程')}
              />
              <WithField name="unit">
                {(unit) => (
                  <SelectField
                    name="coverKind"
                    label={t('抵扣规则')}
                    required
                    locked={promised}
                    choices={choicesOf(
                      rightCoverKind.options.filter((kind) => unit !== 'KM' || kind !== 'CAP'),
                      rightCoverText,
                    )}
                  />
                )}
              </WithField>
            </FieldRow>
            <FieldRow>
              <WithField name="coverKind">
                {(kind) => (
                  <>
                    {kind === 'CAP' ? (
                      <MoneyField name="capFen" label={t('每单最多抵')} required locked={promised} min={1} max={MOST_FEN} />
                    ) : null}
                    {kind === 'DISTANCE' ? (
                      <KilometresField name="includedM" label={t('每单免费里程')} required locked={promised} min={1} max={MOST_FEN} />
                    ) : null}
                  </>
                )}
              </WithField>
              <SelectField
                name="excess"
                label={t('超出部分')}
                required
                locked={promised}
                choices={choicesOf(rightExcess.options, rightExcessText)}
              />
            </FieldRow>
            <FieldRow>
              <InstantField name="validFrom" label={t('有效期自')} required locked={on} offsetMinutes={offsetMinutes} />
              <InstantField name="validTo" label={t('有效期至')} required locked={on} offsetMinutes={offsetMinutes} />
            </FieldRow>
            <CityField name="cityIds" label={t('适用城市')} multiple locked={promised} />
            <HoursField name="bands" label={t('可用时段（按出发时间；不填为全天，跨零点请分成两段）')} locked={promised} />
            <FieldRow>
              <CountField name="perUserTimes" label={t('每人次数上限')} locked={on} min={0} max={10_000} hint={t('0 为不限')} />
              <CountField name="dailyStock" label={t('每日库存')} min={1} max={1_000_000} hint={t('不填则不限')} />
              <WithField name="unit">
                {(unit) =>
                  unit === 'TIMES' ? (
                    <MoneyField
                      name="priceToPartnerFen"
                      label={t('每次结算价')}
                      locked={on}
                      min={1}
                      max={MOST_FEN}
                      hint={t('不填按实际抵扣结算')}
                    />
                  ) : null
                }
              </WithField>
            </FieldRow>
            <LongTextField name="remark" label={t('备注')} maxLength={200} />
          </>
        )
      }}
    </CallForm>
  )
}
