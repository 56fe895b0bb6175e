import type { ReactNode } from 'react'
import { t, tr } from '#platform/text/text.ts'
import { countText, durationText } from '#ui/show/measure.view.ts'
import { MonitorTable } from './monitor-table.tsx'
import { smsLate, type Health } from './monitoring.view.ts'

export function MonitorDispatch({ dispatch, sms }: { dispatch: Health['dispatch']; sms: Health['sms'] }) {
  return (
    <div className="monitor-stack">
      <dl className="monitor-facts">
        <Fact name={t('正在找司机')}>{t('{n} 单', { n: countText(dispatch.openSearches) })}</Fact>
        <Fact name={t('推进超时')} alarm={dispatch.overdueSearches > 0}>
          {t('{n} 单', { n: countText(dispatch.overdueSearches) })}
        </Fact>
        <Fact name={t('最久')}>{durationText(dispatch.oldestSearchS)}</Fact>
        <Fact name={t('待应答派单')}>{t('{n} 单', { n: countText(dispatch.pendingOffers) })}</Fact>
        <Fact name={t('上线司机')}>{countText(dispatch.driversOnDuty)}</Fact>
        <Fact name={t('失联司机')}>{countText(dispatch.silentDrivers)}</Fact>
        <Fact name={t('短信通道')}>{sms.provider === 'HTTP' ? t('短信网关') : t('仅保存在发件箱')}</Fact>
        <Fact name={t('待发短信')} alarm={smsLate(sms)}>
          {sms.waiting === 0 ? t('无待发') : t('{n} 条，最早 {time} 前', { n: countText(sms.waiting), time: durationText(sms.oldestS) })}
        </Fact>
        <Fact name={t('发送失败')} alarm={sms.failed > 0}>
          {countText(sms.failed)}
        </Fact>
      </dl>
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

function Fact({ name, alarm, children }: { name: string; alarm?: boolean; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={alarm ? 'monitor-bad' : undefined}>{children}</dd>
    </div>
  )
}
