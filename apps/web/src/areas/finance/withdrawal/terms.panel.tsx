import { withdrawalWay, withdrawalWayText } from '@chauffeur/contract/finance/withdrawal'
import { withdrawalTermsCalls } from '@chauffeur/contract/finance/withdrawal-terms'
import { type CitySetting, CitySettingPanel } from '#kit/config/city-setting.panel.tsx'
import { CheckField, choicesOf, CountField, FieldRow, MoneyField, PercentField, WeekdaysField } from '#kit/fields/fields.ts'
import { notBelow } from '#kit/fields/rules.ts'
import { t } from '#platform/text/text.ts'
import { Money } from '#ui/show/money.tsx'
import { moneyText } from '#ui/show/money.view.ts'
import { TermsTrial } from './terms-trial.tsx'
import { dayWords, factsOfTerms, feeWords, type Setting, waysText } from './withdrawal.view.ts'

export const termsSetting = (): CitySetting<typeof withdrawalTermsCalls.ways, typeof withdrawalTermsCalls.save> => ({
  what: t('提现规则'),
  read: withdrawalTermsCalls.ways,
  save: withdrawalTermsCalls.save,
  history: withdrawalTermsCalls.history,
  columns: [
    { title: t('提现方式'), cell: ({ ways }) => waysText(ways) },
    { title: t('每笔金额'), end: true, cell: ({ minFen, maxFen }) => `${moneyText(minFen)}–${moneyText(maxFen)}` },
    { title: t('每日次数'), end: true, cell: ({ maxPerDay }) => maxPerDay },
    { title: t('保留余额'), end: true, cell: ({ reserveFen }) => <Money fen={reserveFen} /> },
    { title: t('手续费'), cell: feeWords },
    { title: t('提现日'), cell: ({ weekMask }) => dayWords(weekMask) },
    { title: t('换卡冷却'), end: true, cell: ({ accountCoolingHours: n }) => t('{n} 小时', { n }) },
    { title: t('超时提醒'), end: true, cell: ({ overdueHours: n }) => t('{n} 小时', { n }) },
  ],
  factsOf: factsOfTerms,
  fields: (row) => <TermsFields row={row} />,
})

/** On which terms drivers take money out, by city. */
export const TermsPanel = () => <CitySettingPanel of={termsSetting()} />

const TermsFields = ({ row }: { row: Setting | null }) => (
  <>
    <CheckField name="ways" label={t('提现方式')} required choices={choicesOf(withdrawalWay.options, withdrawalWayText)} />
    <FieldRow>
      <MoneyField name="minFen" label={t('每笔最低')} required min={1} max={10_000_000} />
      <MoneyField
        name="maxFen"
        label={t('每笔最高')}
        required
        min={1}
        max={100_000_000}
        dependencies={['minFen']}
        rules={[notBelow('minFen', t('不能低于每笔最低'))]}
      />
      <CountField name="maxPerDay" label={t('每日次数')} required min={1} max={50} />
      <MoneyField name="reserveFen" label={t('保留余额')} hint={t('始终留在钱包里')} required min={0} max={100_000_000} />
      <PercentField name="feeBp" label={t('手续费率')} required min={0} max={2_000} />
      <MoneyField name="feeFlatFen" label={t('每笔手续费')} required min={0} max={100_000} />
      <CountField name="freePerWeek" label={t('每周免费次数')} required min={0} max={50} />
      <CountField
        name="accountCoolingHours"
        label={t('换卡冷却（小时）')}
        hint={t('更换收款账户后多久才能提现')}
        required
        min={0}
        max={720}
      />
      <MoneyField
        name="autoApproveBelowFen"
        label={t('低于此金额自动通过')}
        hint={t('无风险提示时由系统审核，0 为全部人工审核')}
        required
        min={0}
        max={100_000_000}
      />
      <MoneyField name="secondReviewFromFen" label={t('达到此金额双人审核')} hint={t('0 为一人审核')} required min={0} max={100_000_000} />
      <CountField
        name="overdueHours"
        label={t('超时提醒（小时）')}
        hint={t('待审核、待打款或打款中超过后标红')}
        required
        min={1}
        max={720}
      />
    </FieldRow>
    <WeekdaysField name="weekMask" label={t('提现日')} required />
    <TermsTrial row={row} />
  </>
)
