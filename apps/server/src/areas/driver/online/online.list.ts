import { driverOnlineCalls, type OnlineDay } from '@chauffeur/contract/driver/online'
import { sql } from 'kysely'
import { flag, instant, number, seconds, text } from '#platform/list/columns'
import { is, isBefore, isFrom } from '#platform/list/conditions'
import { defineList, desc } from '#platform/list/list'
import { driverFound } from '../file/index.ts'
import { type OnlineDayDb, onlineDays, shownDays, underWay } from './online.queries.ts'

const dayView = (row: OnlineDayDb): OnlineDay => ({
  driverId: row.driver_id,
  driverNo: row.driver_no,
  driverName: row.driver_name,
  cityId: row.city_id,
  cityName: row.city_name,
  day: row.day_text,
  onlineS: row.online_s,
  peakS: row.peak_s,
  peaks: row.peaks as OnlineDay['peaks'],
  hourS: row.hour_s,
  times: row.times,
  firstAt: row.first_at.toISOString(),
  lastAt: row.last_at.toISOString(),
  targetOnlineS: row.target_online_s,
  targetPeakS: row.target_peak_s,
  attended: row.attended,
  underWay: row.under_way,
})

/** Days of drivers, the latest first and in them who was there longest. */
export const onlineList = defineList(driverOnlineCalls.list, {
  from: ({ db }) => onlineDays(db),
  filters: {
    cityId: is('o.city_id'),
    driverId: is('o.driver_id'),
    keyword: (typed, { scope }) => driverFound(typed, scope),
    dayFrom: isFrom('o.day_start'),
    dayTo: isBefore('o.day_start'),
    attended: (reached) => (reached ? sql<boolean>`o.attended` : sql<boolean>`(not o.attended and not ${underWay})`),
  },
  key: 'o.online_day_id',
  order: [desc('o.day_start'), desc('o.online_s')],
  sorts: { day: desc('o.day_start'), onlineS: desc('o.online_s'), peakS: desc('o.peak_s') },
  select: shownDays,
  file: {
    module: import.meta.url,
    zh: '司机在线时长',
    en: 'Time on duty of drivers',
    columns: {
      day: text('日期', 'Day'),
      driverNo: text('工号', 'Driver no.'),
      driverName: text('姓名', 'Name'),
      cityName: text('城市', 'City'),
      onlineS: seconds('在线时长', 'Time on duty'),
      peakS: seconds('高峰在线', 'At peak times'),
      peaks: text('各高峰时段（秒）', 'Each peak window (s)', (peaks) => peaks.map(({ name, onlineS }) => `${name} ${onlineS}`).join('; ')),
      hourS: text('各小时（秒）', 'Each hour (s)', (hours) => hours.join(' ')),
      times: number('上线次数', 'Times on duty'),
      firstAt: instant('最早上线', 'First'),
      lastAt: instant('最后在线', 'Last'),
      targetOnlineS: seconds('在线目标', 'Target'),
      targetPeakS: seconds('高峰目标', 'Target at peak times'),
      attended: flag('达标', 'Reached'),
    },
  },
  view: dayView,
})
