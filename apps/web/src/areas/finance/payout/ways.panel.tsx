import { payoutCalls, payoutChannelName, payoutChannelText } from '@chauffeur/contract/finance/payout'
import { withdrawalWay, withdrawalWayText } from '@chauffeur/contract/finance/withdrawal'
import { type CitySetting, CitySettingPanel } from '#kit/config/city-setting.panel.tsx'
import { choicesOf, MoneyField, RadioField, SwitchField } from '#kit/fields/fields.ts'
import { t, tr } from '#platform/text/text.ts'
import { factsOfWays, limitWords, sendsWords } from './payout.view.ts'

const waysSetting = (): CitySetting<typeof payoutCalls.ways, typeof payoutCalls.saveWays> => ({
  what: t('打款渠道'),
  read: payoutCalls.ways,
  save: payoutCalls.saveWays,
  history: payoutCalls.waysHistory,
  columns: [
    ...withdrawalWay.options.map((way) => ({
      title: tr(withdrawalWayText[way]),
      cell: ({ channels }: { channels: Record<typeof way, keyof typeof payoutChannelText> }) => tr(payoutChannelText[channels[way]]),
    })),
    { title: t('打款方式'), cell: ({ sendsItself }) => sendsWords(sendsItself) },
    { title: t('每人每日收款限额'), end: true, cell: ({ personDayFen }) => limitWords(personDayFen) },
  ],
  factsOf: factsOfWays,
  fields: () => (
    <>
      {withdrawalWay.options.map((way) => (
        <RadioField
          key={way}
          name={['channels', way]}
          label={tr(withdrawalWayText[way])}
          required
          // A bank pays no WeChat account, and WeChat no card.
          choices={choicesOf(
            payoutChannelName.options.filter((name) => name === 'BY_HAND' || (name === 'BANK') === (way === 'BANK')),
            payoutChannelText,
          )}
        />
      ))}
      <SwitchField name="sendsItself" label={t('审核通过后自动打款')} hint={t('关闭时由财务另一人打款')} />
      <MoneyField
        name="personDayFen"
        label={t('每人每日收款限额')}
        required
        min={0}
        max={1_000_000_000}
        hint={t('超出的改日打款，0 为不限')}
      />
    </>
  ),
})

/** Which channel pays which way in which city. */
export const WaysPanel = () => <CitySettingPanel of={waysSetting()} />
