import { driverFileCalls } from '@chauffeur/contract/driver/file'
import { Button } from 'antd'
import { useState } from 'react'
import { useCall } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { useIdOf } from '#kit/detail/use-id-of.ts'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Page } from '#ui/page/page.tsx'
import { ShownLink } from '#shared/access/shown-link.tsx'
import { DriverForm, type SavedDriver } from './driver.form.tsx'
import { InviteDriver } from './invite-driver.dialog.tsx'
import '../driver.css'
import './file.css'

/** Adds a driver; with a driver in the address it changes that one. */
export default function DriverAddScreen() {
  const driverId = useIdOf('driverId')
  const known = driverId !== ''
  const model = useCall(driverFileCalls.addModel, {})
  const driver = useCall(driverFileCalls.info, { driverId }, { enabled: known })
  const [saved, setSaved] = useState<SavedDriver | null>(null)
  const [inviting, setInviting] = useState(false)
  const title = known ? t('修改司机资料') : t('新建司机')
  return (
    <div className="driver-bare">
      <Page title={title} extra={driver.data ? `${driver.data.name} ${driver.data.driverNo}` : undefined}>
        {saved ? (
          <EmptyState
            title={
              known ? t('已保存 {name}', { name: saved.name }) : t('已添加 {name}，工号 {no}', { name: saved.name, no: saved.driverNo })
            }
            action={
              <span className="driver-next">
                <a href={`#/yunYing/driverDetail?driverId=${saved.driverId}`}>{t('司机详情')}</a>
                <Button href="#/DriverAdd" onClick={() => setSaved(null)}>
                  {t('再添加一位')}
                </Button>
                <Button type="primary" onClick={() => setInviting(true)}>
                  {t('邀请司机')}
                </Button>
                <InviteDriver driver={saved} open={inviting} onClose={() => setInviting(false)} />
              </span>
            }
          />
        ) : (
          <Async query={model} skeleton={<Skeleton lines={10} height={36} />}>
            {(options) =>
              known ? (
                <Async query={driver} skeleton={<Skeleton lines={10} height={36} />}>
                  {(row) => <DriverForm key={row.driverId} model={options} driver={row} onSaved={setSaved} />}
                </Async>
              ) : (
                <DriverForm model={options} driver={null} onSaved={setSaved} />
              )
            }
          </Async>
        )}
        <ShownLink />
      </Page>
    </div>
  )
}
