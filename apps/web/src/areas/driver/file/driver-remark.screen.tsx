import { driverFileCalls } from '@chauffeur/contract/driver/file'
import { useState } from 'react'
import { useCall } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { useIdOf } from '#kit/detail/use-id-of.ts'
import { CallForm } from '#kit/edit/call.form.tsx'
import { PickSelect } from '#kit/pickers/pick-select.tsx'
import { Page, Panel } from '#ui/page/page.tsx'
import { RemarkFields } from './driver-actions.tsx'
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
  return (
    <Page title={t('司机备注')}>
      <Panel title={t('选择司机')}>
        <PickSelect
          kind="driver"
          aria-label={t('查找司机')}
          autoFocus
          defaultOpen
          style={{ width: 320 }}
          value={null}
          onPicked={({ id }) => location.assign(`#/DriverConfig/DriverRemark?driverId=${id}`)}
        />
      </Panel>
    </Page>
  )
}
