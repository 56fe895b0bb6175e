import { dynamicPart, type PriceBand, pricingMode } from '@chauffeur/contract/pricing/model'
import { Form } from 'antd'
import {
  CheckField,
  choicesOf,
  FieldGroup,
  FieldRow,
  KilometresField,
  MinutesField,
  MoneyField,
  PercentField,
  RowsField,
  SecondsClockField,
  SelectField,
  SwitchField,
  WhenField,
} from '#kit/fields/fields.ts'
import { clockTextOf, isClock, secondsClockOf } from '#kit/fields/clock.view.ts'
import { t } from '#platform/text/text.ts'
import { moneyText } from '#ui/show/money.view.ts'
import { modeText } from '../pricing.view.ts'
import { BandsPicture } from './bands-picture.tsx'
import type { RulesValues } from './template.view.ts'

const partText = { START: '起步费', MILEAGE: '里程费', WAIT: '等候费' } as const
const MOST_FEN = 1_000_000
const DAY_S = 86_400

/** What a trip costs, in the order in which it is reckoned. */
export const RulesFields = () => (
  <>
    <FieldRow>
      <SelectField name={['rules', 'mode']} label={t('计费方式')} required choices={choicesOf(pricingMode.options, modeText)} />
      <KilometresField name={['rules', 'stepM']} label={t('里程步长')} required min={1} max={1_000_000} />
      <MoneyField name={['rules', 'stepFen']} label={t('每步价格')} required min={0} max={MOST_FEN} />
    </FieldRow>
    <Bands />
    <FieldGroup title={t('等候费')}>
      <Wait />
    </FieldGroup>
    <WhenField name={['rules', 'mode']} is="PACKAGE">
      <FieldGroup title={t('套餐')}>
        <FieldRow>
          <MinutesField name={['rules', 'package', 'includedS']} label={t('套餐含时长')} required min={0} max={31 * DAY_S} />
          <MinutesField name={['rules', 'package', 'freeS']} label={t('超时宽限')} required min={0} max={DAY_S} />
          <MinutesField name={['rules', 'package', 'unitS']} label={t('超时单位')} required min={60} max={DAY_S} />
          <MoneyField name={['rules', 'package', 'unitFen']} label={t('超时单价')} required min={0} max={MOST_FEN} />
        </FieldRow>
      </FieldGroup>
    </WhenField>
    <FieldGroup title={t('远途费')}>
      <FieldRow>
        <SwitchField name={['rules', 'remote', 'on']} label={t('收远途费')} />
        <WhenField name={['rules', 'remote', 'on']} is={true}>
          <KilometresField name={['rules', 'remote', 'thresholdM']} label={t('远途起点')} required min={0} max={10_000_000} />
          <KilometresField name={['rules', 'remote', 'stepM']} label={t('远途步长')} required min={1} max={1_000_000} />
          <MoneyField name={['rules', 'remote', 'stepFen']} label={t('远途每步价格')} required min={0} max={MOST_FEN} />
        </WhenField>
      </FieldRow>
    </FieldGroup>
    <FieldRow>
      <CheckField name={['rules', 'dynamicScope']} label={t('动态加价范围')} choices={choicesOf(dynamicPart.options, partText)} />
      <MoneyField name={['rules', 'feeMaxFen']} label={t('动态加价封顶')} placeholder={t('不封顶')} min={0} max={MOST_FEN} />
      <PercentField
        name={['rules', 'commissionBp']}
        label={t('平台抽成')}
        required
        hint={t('按起步、里程、等候、远途、动态加价计')}
        min={0}
        max={10_000}
      />
    </FieldRow>
  </>
)

/** Rows, and above them the day that they make. Gaps and overlaps are named by the server at their row. */
function Bands() {
  const typed = Form.useWatch<RulesValues['bands'] | undefined>(['rules', 'bands']) ?? []
  return (
    <RowsField<Partial<PriceBand>>
      name={['rules', 'bands']}
      label={t('起步价（时段须覆盖 24 小时，不重叠；跨零点请拆成两段）')}
      words={(bands) => drawable(bands).map(bandWords).join(t('；'))}
      addText={t('增加时段')}
      added={{ to: '24:00:00', startFen: 3_500, includedM: 8_000 }}
      most={96}
      removeText={(n) => t('删除第 {n} 个时段', { n })}
      above={<BandsPicture bands={drawable(typed)} figures={false} />}
    >
      {(row) => (
        <>
          <SecondsClockField name={[row, 'from']} label={t('开始')} required />
          <SecondsClockField name={[row, 'to']} label={t('结束')} required />
          <MoneyField name={[row, 'startFen']} label={t('起步价')} required min={0} max={10_000_000} />
          <KilometresField name={[row, 'includedM']} label={t('含里程')} required min={0} max={10_000_000} />
        </>
      )}
    </RowsField>
  )
}
const bandWords = ({ from, to, startFen, includedM }: PriceBand) =>
  `${clockTextOf(from)}–${clockTextOf(to)} ${moneyText(startFen)} / ${includedM / 1000} km`

/** Rows that are still typed are left out. */
const drawable = (rows: readonly Partial<PriceBand>[]): PriceBand[] =>
  rows
    .filter((row) => row !== undefined)
    .map(({ from, to, startFen, includedM }) => ({
      from: secondsClockOf(from ?? ''),
      to: secondsClockOf(to ?? ''),
      startFen: startFen ?? 0,
      includedM: includedM ?? 0,
    }))
    .filter(({ from, to }) => isClock(from) && isClock(to) && from < to)

function Wait() {
  const kind = Form.useWatch<RulesValues['wait']['kind'] | undefined>(['rules', 'wait', 'kind'])
  return (
    <FieldRow>
      <SelectField
        name={['rules', 'wait', 'kind']}
        label={t('等候计费')}
        required
        choices={[
          { value: 'NONE', label: t('不收') },
          { value: 'PER_MIN_CEIL', label: t('不足一个单位按一个计') },
          { value: 'FULL_BLOCK_FLOOR', label: t('满一个单位才计') },
        ]}
      />
      {kind === undefined || kind === 'NONE' ? null : (
        <>
          <MinutesField name={['rules', 'wait', 'freeS']} label={t('免费等候')} required min={0} max={DAY_S} />
          <MinutesField name={['rules', 'wait', 'unitS']} label={t('等候单位')} required min={1} max={DAY_S} />
          <MoneyField name={['rules', 'wait', 'unitFen']} label={t('等候单价')} required min={0} max={MOST_FEN} />
          {kind === 'FULL_BLOCK_FLOOR' ? (
            <MoneyField name={['rules', 'wait', 'unitFenLate']} label={t('司机迟到单价')} required min={0} max={MOST_FEN} />
          ) : null}
          <MinutesField name={['rules', 'wait', 'maxTotalS']} label={t('等候最长')} placeholder={t('不限')} min={0} max={31 * DAY_S} />
        </>
      )}
    </FieldRow>
  )
}
