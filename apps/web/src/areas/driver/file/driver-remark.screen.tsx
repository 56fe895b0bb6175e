import { driverFileCalls } from '@chauffeur/contract/driver/file'
import { driverCalls } from '@chauffeur/contract/driver/list'
import { Input } from 'antd'
import { useState } from 'react'
import { useCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { WorkWord } from '#shared/driver/driver-legend.tsx'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { useIdOf } from '#kit/detail/use-id-of.ts'
import { CallForm } from '#kit/edit/call.form.tsx'
import { Page, Panel } from '#ui/page/page.tsx'
import { driverReads, RemarkFields } from './driver-actions.tsx'
import { DriverRemarks } from './driver-remarks.tsx'
import '../driver.css'
import './file.css'

/** Remarks on one driver, in a window of its own; without a driver in the address one is looked for. */
export default function DriverRemarkScreen() {
  const driverId = useIdOf('driverId')
  return <div className="driver-bare">{driverId ? <Remarks key={driverId} driverId={driverId} /> : <FindDriver />}</div>
}

function Remarks({ driverId }: { driverId: string }) {
  const query = useCall(driverFileCalls.info, { driverId })
  return (
    <Page title={query.data ? t('司机备注 {name}', { name: `${query.data.name} ${query.data.driverNo}` }) : t('司机备注')}>
      <Async query={query} skeleton={<Skeleton lines={8} height={28} />}>
        {(driver) => (
          <>
            {driver.allowedActions.includes('remark') ? (
              <Panel title={t('添加备注')}>
                <AddRemark driverId={driverId} />
              </Panel>
            ) : null}
            <Panel title={t('全部备注')}>
              <DriverRemarks remarks={driver.remarks} />
            </Panel>
          </>
        )}
      </Async>
    </Page>
  )
}

function AddRemark({ driverId }: { driverId: string }) {
  const [turn, setTurn] = useState(0)
  return (
    <CallForm
      key={turn}
      call={driverFileCalls.remark}
      refreshes={driverReads}
      as="page"
      title={t('添加备注')}
      okText={t('添加')}
      initial={{ type: 'NOTE' }}
      beside={() => ({ driverId })}
      draft={`remark-${driverId}`}
      saved={t('已添加备注')}
      onSaved={() => setTurn((last) => last + 1)}
    >
      <RemarkFields />
    </CallForm>
  )
}

function FindDriver() {
  const [keyword, setKeyword] = useState('')
  const wanted = keyword.trim()
  const query = useCall(driverCalls.list, { keyword: wanted, pageSize: 20 }, { enabled: wanted !== '', keepPrevious: true })
  return (
    <Page title={t('司机备注')}>
      <Panel title={t('选择司机')}>
        <Input
          autoFocus
          aria-label={t('工号 / 姓名 / 手机号')}
          placeholder={t('工号 / 姓名 / 手机号')}
          value={keyword}
          maxLength={40}
          onChange={(event) => setKeyword(event.target.value)}
        />
        {wanted === '' ? null : (
          <Async query={query} skeleton={<Skeleton lines={4} height={28} />}>
            {(page) =>
              page.rows.length === 0 ? (
                <EmptyState title={t('没有找到“{keyword}”', { keyword: wanted })} />
              ) : (
                <ul className="driver-found">
                  {page.rows.map((row) => (
                    <li key={row.driverId}>
                      <a href={`#/DriverConfig/DriverRemark?driverId=${row.driverId}`}>
                        {row.name} {row.driverNo}
                      </a>
                      <WorkWord status={row.workStatus} />
                      <span className="driver-soft">{tr(row.cityName)}</span>
                    </li>
                  ))}
                </ul>
              )
            }
          </Async>
        )}
      </Panel>
    </Page>
  )
}
