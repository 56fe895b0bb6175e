import { t, tr } from '#platform/text/text.ts'
import { Facts } from '#kit/detail/facts.tsx'
import { countText, durationText } from '#ui/show/measure.view.ts'
import { MonitorTable } from './monitor-table.tsx'
import { smsLate, type Health } from './monitoring.view.ts'

export function MonitorDispatch({ dispatch, sms }: { dispatch: Health['dispatch']; sms: Health['sms'] }) {
  return (
    <div className="monitor-stack">
      <div className="monitor-block">
        <Facts
          as="line"
          facts={[
            [t('正在找司机'), t('{n} 单', { n: countText(dispatch.openSearches) })],
            [t('推进超时'), t('{n} 单', { n: countText(dispatch.overdueSearches) }), dispatch.overdueSearches > 0],
            [t('最久'), durationText(dispatch.oldestSearchS)],
            [t('待应答派单'), t('{n} 单', { n: countText(dispatch.pendingOffers) })],
            [t('上线司机'), countText(dispatch.driversOnDuty)],
            [t('失联司机'), countText(dispatch.silentDrivers)],
            [t('短信通道'), sms.provider === 'HTTP' ? t('短信网关') : t('仅保存在发件箱')],
            [
              t('待发短信'),
              sms.waiting === 0 ? t('无待发') : t('{n} 条，最早 {time} 前', { n: countText(sms.waiting), time: durationText(sms.oldestS) }),
              smsLate(sms),
            ],
            [t('发送失败'), countText(sms.failed), sms.failed > 0],
          ]}
        />
      </div>
      <MonitorTable
        label={t('各城市由谁派单')}
        rows={dispatch.leases}
        rowKey={(row) => row.cityId}
        none={t('没有城市在派单')}
        alarm={(row) => row.expiresInS < 0}
        cells={[
          { title: t('城市'), cell: (row) => tr(row.cityName) },
          { title: t('服务进程'), cell: (row) => <code>{row.holder}</code> },
          {
            title: t('租约'),
            end: true,
            cell: (row) => (row.expiresInS < 0 ? t('已过期') : t('{time}后到期', { time: durationText(row.expiresInS) })),
          },
        ]}
      />
    </div>
  )
}
