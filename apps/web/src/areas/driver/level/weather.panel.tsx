import { type BadWeather, badWeatherCalls } from '@chauffeur/contract/driver/bad-weather'
import type { InputOf } from '@chauffeur/contract/kernel/call'
import { driverProtectionCalls } from '@chauffeur/contract/driver/level-driver'
import { Button } from 'antd'
import { useState } from 'react'
import { EditForm } from '#kit/edit/edit.form.tsx'
import { RowConfirm } from '#kit/edit/row-confirm.dialog.tsx'
import { FactorField, InstantField, MoneyField, RadioField, SwitchField, TextField, WhenField } from '#kit/fields/fields.ts'
import { useCities } from '#kit/pickers/use-cities.ts'
import { sendCall, useCall, useSend } from '#platform/http/call.ts'
import { useMay } from '#platform/session/session.ts'
import { joined, t, tr } from '#platform/text/text.ts'
import { Async } from '#ui/page/async.tsx'
import { Panel } from '#ui/page/page.tsx'
import { moneyText } from '#ui/show/money.view.ts'
import { Tag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'

const priceWords = ({ flatFen, rateBp }: NonNullable<BadWeather['price']>): string =>
  flatFen === null ? t('起步费与里程费 ×{factor}', { factor: rateBp! / 10_000 }) : t('每单加 {money}', { money: moneyText(flatFen) })
const chargeWords = ({ price }: BadWeather): string =>
  price === null
    ? t('不加价')
    : price.charged
      ? priceWords(price)
      : t('{charge}（城市开关已关闭，暂不加收）', { charge: priceWords(price) })
const meansWords = (row: BadWeather): string =>
  row.on ? joined([chargeWords(row), row.protection ? t('不扣经验、不降级') : t('等级照常')]) : '—'

/** Bad weather by one switch a city: what it means, until when, and who switched it. */
export function WeatherPanel() {
  const may = useMay(badWeatherCalls.updateConfig)
  const query = useCall(badWeatherCalls.getConfig, {})
  const [changing, setChanging] = useState<BadWeather | null>(null)
  const [closing, setClosing] = useState<BadWeather | null>(null)
  return (
    <Panel title={t('恶劣天气')} extra={t('按城市开启，到截止时间自动结束；司机和同城同事会收到提示')}>
      <Async query={query}>
        {({ rows, mayChangePrice }) => (
          <>
            <PlainTable
              label={t('恶劣天气')}
              rows={rows}
              rowKey={({ cityId }) => cityId}
              columns={[
                { title: t('城市'), head: true, cell: ({ cityName }) => tr(cityName) },
                { title: t('状态'), cell: ({ on }) => <Tag tone={on ? 'run' : 'off'}>{on ? t('生效中') : t('未开启')}</Tag> },
                { title: t('影响'), cell: meansWords },
                { title: t('截止'), cell: ({ until }) => (until ? <Time at={until} /> : '—') },
                { title: t('原因'), cell: ({ reason }) => reason || '—' },
                { title: t('开启人'), cell: ({ by }) => by || '—' },
                {
                  title: t('操作'),
                  cell: (row) =>
                    may ? (
                      <>
                        <Button size="small" onClick={() => setChanging(row)}>
                          {row.on ? t('修改') : t('开启〔恶劣天气〕')}
                        </Button>{' '}
                        {row.on ? (
                          <Button size="small" onClick={() => setClosing(row)}>
                            {t('结束〔操作〕')}
                          </Button>
                        ) : null}
                      </>
                    ) : null,
                },
              ]}
            />
            <WeatherForm row={changing} mayChangePrice={mayChangePrice} onClose={() => setChanging(null)} />
          </>
        )}
      </Async>
      {closing ? (
        <RowConfirm<BadWeather>
          label={t('结束〔操作〕')}
          danger={false}
          confirm={{
            text: ({ cityName }) => t('立即结束{city}的恶劣天气：新订单不再加价，等级保护同时结束。', { city: tr(cityName) }),
            send: ({ cityId }) => sendCall(badWeatherCalls.closeConfig, { cityId }),
          }}
          row={closing}
          name={tr(closing.cityName)}
          open
          list={badWeatherCalls.getConfig}
          onClose={() => setClosing(null)}
        />
      ) : null}
    </Panel>
  )
}

type Charge = 'NONE' | 'FLAT' | 'RATE'
type Values = InputOf<typeof badWeatherCalls.updateConfig> & { charge: Charge }
interface WeatherFormProps {
  row: BadWeather | null
  mayChangePrice: boolean
  onClose: () => void
}

function WeatherForm({ row: shown, mayChangePrice, onClose }: WeatherFormProps) {
  const { send } = useSend(badWeatherCalls.updateConfig, { refreshes: [badWeatherCalls.getConfig, driverProtectionCalls.list] })
  const offsetMinutes = useCities().offsetMinutes(shown?.cityId ?? '')
  return (
    <EditForm<Values, BadWeather>
      open={shown !== null}
      title={(row) => t('{city}恶劣天气', { city: row ? tr(row.cityName) : '' })}
      row={shown}
      valuesOf={({ cityId, on, until, reason, price, protection }) => ({
        cityId,
        charge: price === null ? 'NONE' : price.flatFen === null ? 'RATE' : 'FLAT',
        protectLevels: on ? protection !== null : true,
        ...(until && { until }),
        ...(reason && { reason }),
        ...(price && price.flatFen !== null && { flatFen: price.flatFen }),
        ...(price && price.rateBp !== null && { rateBp: price.rateBp }),
      })}
      save={({ charge, flatFen, rateBp, until, reason, protectLevels }, row) =>
        send({
          ...{ cityId: row!.cityId, version: row!.version, until, reason, protectLevels },
          ...(mayChangePrice && charge === 'FLAT' && { flatFen }),
          ...(mayChangePrice && charge === 'RATE' && { rateBp }),
        })
      }
      onClose={onClose}
    >
      <InstantField name="until" label={t('截止')} required offsetMinutes={offsetMinutes ?? null} hint={t('最长七天，到时自动结束')} />
      <TextField name="reason" label={t('原因')} required maxLength={40} />
      {mayChangePrice ? <ChargeFields /> : <p className="driver-soft">{t('您没有修改价格的权限，加价保持不变。')}</p>}
      <SwitchField name="protectLevels" label={t('保护司机等级')} hint={t('期间不扣经验、有责取消不计入等级，也不降级')} />
    </EditForm>
  )
}

const ChargeFields = () => (
  <>
    <RadioField
      name="charge"
      label={t('加价')}
      required
      choices={[
        { value: 'NONE', label: t('不加价') },
        { value: 'FLAT', label: t('每单固定金额') },
        { value: 'RATE', label: t('起步费与里程费的倍率') },
      ]}
    />
    <WhenField name="charge" is="FLAT">
      <MoneyField name="flatFen" label={t('每单加收')} required min={1} max={100_000} />
    </WhenField>
    <WhenField name="charge" is="RATE">
      <FactorField name="rateBp" label={t('倍率')} required min={10_100} max={30_000} step={1_000} />
    </WhenField>
  </>
)
