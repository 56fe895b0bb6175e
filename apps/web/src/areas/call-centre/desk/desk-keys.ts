import { actionLetters, actionName, deskActions } from '#shared/order-actions/actions.view.ts'
import { t } from '#platform/text/text.ts'

export interface KeyLine {
  keys: string
  /** In the reader's language. */
  does: string
}

/** The desk's lines of the key map. */
export const deskKeys = (): KeyLine[] => [
  { keys: 'F2', does: t('来电号码') },
  { keys: 'F4', does: t('上车点') },
  { keys: 'F8', does: t('目的地') },
  { keys: 'F9', does: t('下单（也可用 Ctrl+Enter）') },
  { keys: 'Alt+1…5', does: t('填入第几个常用地址') },
  { keys: 'Alt+6…0', does: t('按最近订单填入上车点和目的地') },
  { keys: 'Alt+O', does: t('更多选项：人数、预约、代叫、渠道、付款方') },
  { keys: 'Alt+J', does: t('附近司机') },
  { keys: 'Alt+M', does: t('地图') },
  { keys: 'Alt+S', does: t('地图上点的位置存入地点库') },
  { keys: 'Alt+Y', does: t('优惠券、权益与兑换码') },
  { keys: 'Alt+U', does: t('新建或修改客户资料') },
  ...deskActions.map((action) => ({ keys: `Alt+${actionLetters[action]}`, does: actionName(action) })),
  { keys: 'Alt+N', does: t('接下一单') },
  { keys: 'Enter', does: t('确认并到下一步') },
  { keys: 'Esc', does: t('返回上一步') },
  { keys: 'F1', does: t('快捷键（未在输入时也可按 ?）') },
]
