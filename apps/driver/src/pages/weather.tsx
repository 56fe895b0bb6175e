import { clock, money, t } from '../platform/text.ts'
import { useWeather } from '../platform/use-weather.ts'

/** What bad weather in the city means for the driver, as long as it is switched on. */
export function Weather({ token }: { token: string }) {
  const weather = useWeather(token)
  if (!weather?.on || weather.until === null) return null
  const means = [
    weather.flatFen !== null && t('每单加 {money}', { money: money(weather.flatFen) }),
    weather.rateBp !== null && t('起步费与里程费 ×{factor}', { factor: weather.rateBp / 10_000 }),
    weather.levelsProtected && t('不扣经验、不降级'),
  ].filter((one) => one !== false)
  return (
    <p className="hint" role="status">
      {[t('恶劣天气，至 {time}', { time: clock(weather.until) }), ...means].join(' · ')}
    </p>
  )
}
