import { type DriverInfo, driverFileCalls, remarkType, remarkTypeText } from '@chauffeur/contract/driver/file'
import { CallForm } from '#kit/edit/call.form.tsx'
import { choicesOf, LongTextField, RadioField, SelectField, TextField } from '#kit/fields/fields.ts'
import { t } from '#platform/text/text.ts'
import { type Undo, undoBy } from '#kit/edit/undo.ts'
import './file.css'

/** A list does not know whether the money is frozen. */
type ChangedDriver = Pick<DriverInfo, 'driverId' | 'driverNo' | 'name' | 'currentOrderId' | 'disabledReason'> & { walletFrozen?: boolean }
export type DriverChange = { what: 'remark' | 'disable' | 'enable'; driver: ChangedDriver }

/** The dialogs in which an operator writes a remark on a driver, disables or enables them. */
export function DriverActions({ asked, onClose }: { asked: DriverChange | null; onClose: () => void }) {
  const of = (...what: DriverChange['what'][]) => ({ asked: asked && what.includes(asked.what) ? asked : null, onClose })
  return (
    <>
      <RemarkDialog {...of('remark')} />
      <DisableDialog {...of('disable', 'enable')} />
    </>
  )
}
interface DialogProps {
  asked: DriverChange | null
  onClose: () => void
}
const nameOf = (asked: DriverChange | null) => (asked ? `${asked.driver.name} ${asked.driver.driverNo}` : '')

const RemarkDialog = ({ asked, onClose }: DialogProps) => (
  <CallForm
    call={driverFileCalls.remark}
    open={asked !== null}
    title={t('备注司机 {name}', { name: nameOf(asked) })}
    initial={{ type: 'NOTE' }}
    beside={() => ({ driverId: asked?.driver.driverId })}
    saved={t('已添加备注')}
    onClose={onClose}
  >
    <RemarkFields />
  </CallForm>
)

export const RemarkFields = () => (
  <>
    <SelectField name="type" label={t('类型')} required choices={choicesOf(remarkType.options, remarkTypeText)} />
    <LongTextField name="text" label={t('内容')} required maxLength={500} rows={3} />
    <TextField name="orderNo" label={t('相关订单号')} maxLength={30} inputMode="text" />
  </>
)

function DisableDialog({ asked, onClose }: DialogProps) {
  const disable = asked?.what === 'disable'
  const name = nameOf(asked)
  return (
    <CallForm
      call={driverFileCalls.disable}
      open={asked !== null}
      title={disable ? t('停用司机 {name}', { name }) : t('启用司机 {name}', { name })}
      okText={disable ? t('停用') : t('启用')}
      danger={disable}
      initial={{ freezeWallet: true }}
      beside={() => ({ driverId: asked?.driver.driverId, disable })}
      saved={({ afterTrip }) => (disable ? (afterTrip ? t('已停用：当前行程结束后下线') : t('已停用并下线')) : t('已启用'))}
      undo={() => asked && backTo(asked)}
      onClose={onClose}
    >
      <p className="driver-sentence">{asked ? consequenceOf(asked) : null}</p>
      {disable ? (
        <RadioField
          name="freezeWallet"
          label={t('账户余额')}
          required
          hint={t('余额始终是司机的；重新启用后登录与提现都恢复。')}
          choices={[
            { value: true, label: t('冻结：退出登录，不能再登录和提现') },
            { value: false, label: t('不冻结：仍可登录并提现，不能上线') },
          ]}
        />
      ) : (
        <p className="driver-sentence">{t('启用后司机可以登录、上线和提现。')}</p>
      )}
      <LongTextField name="reason" label={disable ? t('停用理由') : t('启用理由')} required maxLength={200} />
    </CallForm>
  )
}

/** As the driver was: whoever was disabled for a reason is so for that reason again. */
function backTo({ what, driver: { driverId, disabledReason, walletFrozen } }: DriverChange): Undo | null {
  if (what === 'disable') return undoBy(driverFileCalls.disable, { driverId, disable: false, reason: t('撤销停用') })
  if (walletFrozen === undefined) return null
  return undoBy(driverFileCalls.disable, { driverId, disable: true, reason: disabledReason, freezeWallet: walletFrozen })
}

function consequenceOf({ what, driver }: DriverChange): string {
  if (what === 'enable') return t('停用原因：{reason}', { reason: driver.disabledReason })
  return driver.currentOrderId
    ? t('司机有进行中的订单：行程照常完成，报单后自动下线，之后不能再上线。')
    : t('停用后司机立即下线，不能接单，直到重新启用。')
}
