import { driverOnlineCalls, type PeakWindow } from '@chauffeur/contract/driver/online'
import { DatePicker, Select } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { type CitySetting, CitySettingPanel } from '#kit/config/city-setting.panel.tsx'
import { StatTiles } from '#kit/detail/stat-tiles.tsx'
import { FieldRow, MinutesField, RowsField, SecondsClockField, TextField, WeekdaysField } from '#kit/fields/fields.ts'
import { useCities } from '#kit/pickers/use-cities.ts'
import { useCall } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { ChartFrame } from '#ui/chart/chart-frame.tsx'
import { Page } from '#ui/page/page.tsx'
import { countText, durationText, percentText } from '#ui/show/measure.view.ts'
import { wallClockOf } from '#ui/show/time.view.ts'
import '../driver.css'
import { cityFigures, factsOfPeaks, targetWords, windowsWords } from './online.view.ts'

const peakSetting = (): CitySetting<typeof driverOnlineCalls.getPeakTime, typeof driverOnlineCalls.updatePeakTime> => ({
  what: t('高峰时段与出勤目标'),
  read: driverOnlineCalls.getPeakTime,
  save: driverOnlineCalls.updatePeakTime,
  history: driverOnlineCalls.peakTimeHistory,
  width: 720,
  columns: [
    { title: t('高峰时段'), cell: ({ windows }) => windowsWords(windows) },
    { title: t('每日在线目标'), end: true, cell: ({ targetOnlineS }) => targetWords(targetOnlineS) },
    { title: t('每日高峰在线目标'), end: true, cell: ({ targetPeakS }) => targetWords(targetPeakS) },
  ],
  factsOf: factsOfPeaks,
  fields: () => (
    <>
      <RowsField<Partial<PeakWindow>>
        name="windows"
        label={t('高峰时段（城市当地时间；跨零点请分成两段）')}
        words={(windows) => windowsWords(windows as PeakWindow[])}
        addText={t('增加时段')}
        added={{ weekMask: 127 }}
        least={0}
        most={12}
        removeText={(n) => t('删除第 {n} 个时段', { n })}
      >
        {(row) => (
          <>
            <TextField name={[row, 'name']} label={t('名称')} required maxLength={20} />
            <SecondsClockField name={[row, 'from']} label={t('开始')} required />
            <SecondsClockField name={[row, 'to']} label={t('结束')} required />
            <WeekdaysField name={[row, 'weekMask']} label={t('星期')} required />
          </>
        )}
      </RowsField>
      <FieldRow>
        <MinutesField name="targetOnlineS" label={t('每日在线目标')} min={60} max={86_400} hint={t('不填为不考核')} />
        <MinutesField name="targetPeakS" label={t('每日高峰在线目标')} min={60} max={86_400} hint={t('没有高峰时段的日子不考核')} />
      </FieldRow>
      <p className="driver-soft">{t('修改从城市次日零点起生效，已过去的日子不重算。')}</p>
    </>
  ),
})

/** When drivers are needed, how long each is to be there, and who was. */
export default function PeakTimesScreen() {
  return (
    <Page title={t('高峰时段与出勤')} extra={<a href="#/YunYing/DriverOnline">{t('司机在线时长')}</a>}>
      <div className="driver-online">
        <CitySettingPanel of={peakSetting()} />
        <Attendance />
      </div>
    </Page>
  )
}

/** A day of a city: who was on duty in each hour, beside what was ordered. */
function Attendance() {
  const cities = useCities()
  const [chosen, setChosen] = useState<string>()
  const cityId = chosen ?? cities.list[0]?.cityId
  const today = wallClockOf(Date.now(), cities.offsetMinutes(cityId)).slice(0, 10)
  const [day, setDay] = useState<string>()
  const query = useCall(
    driverOnlineCalls.adapMatch,
    { cityId: cityId ?? '', day: day ?? today },
    { enabled: cityId !== undefined, keepPrevious: true },
  )
  const { data } = query
  return (
    <>
      <ChartFrame
        title={t('出勤与需求')}
        extra={
          <>
            <Select
              size="small"
              aria-label={t('城市')}
              value={cityId}
              options={cities.options}
              onChange={setChosen}
              style={{ width: 120 }}
            />{' '}
            <DatePicker
              size="small"
              aria-label={t('日期')}
              allowClear={false}
              value={dayjs(day ?? today)}
              onChange={(chosenDay) => setDay(chosenDay?.format('YYYY-MM-DD'))}
            />
          </>
        }
        label={t('这一天各小时的在线司机、下单和在线时长')}
        query={query}
        figures={cityFigures}
        empty={{ title: t('这一天没有司机在线，也没有订单') }}
        height={256}
      />
      {data ? (
        <StatTiles
          label={t('出勤')}
          stats={[
            { name: t('上过线的司机'), value: countText(data.drivers) },
            { name: t('在线时长'), value: durationText(data.onlineS) },
            { name: t('高峰在线'), value: durationText(data.peakS) },
            {
              name: t('达标司机'),
              value: data.due === 0 ? '—' : countText(data.attended),
              note:
                data.due === 0
                  ? t('未设置目标')
                  : t('{n} 人考核，达标率 {rate}', { n: countText(data.due), rate: percentText((data.attended / data.due) * 10_000) }),
            },
          ]}
        />
      ) : null}
    </>
  )
}
