import { Button, Dropdown } from 'antd'
import { useSession } from '#platform/session/session.ts'
import { t } from '#platform/text/text.ts'
import { actionName, allowedOn, hinderedOn, isDangerous } from '#shared/order-actions/actions.view.ts'
import type { OrderDetail } from '../order.view.ts'
import type { OpenOrderDialog } from './order-dialogs.tsx'

/** The buttons of what this operator may do to this order now; what they may do at other times says why not now. */
export function OrderActions({ order, onOpen }: { order: OrderDetail; onOpen: (what: OpenOrderDialog) => void }) {
  const authorities = useSession((state) => state.permissions)
  const hindered = hinderedOn(order, authorities).map(({ action, why }) => ({ key: action, disabled: true, label: why }))
  return (
    <>
      {allowedOn(order).map((action) => (
        <Button key={action} danger={isDangerous(action)} onClick={() => onOpen(action)}>
          {actionName(action)}
        </Button>
      ))}
      {hindered.length > 0 ? (
        <Dropdown menu={{ items: hindered }} trigger={['click']} placement="bottomRight">
          <Button aria-haspopup="menu">{t('其他操作')}</Button>
        </Dropdown>
      ) : null}
    </>
  )
}
