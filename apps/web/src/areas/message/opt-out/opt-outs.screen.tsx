import { optOutCalls, type OptOutRow, optOutWayText } from '@chauffeur/contract/message/opt-out'
import { defineImport } from '#kit/import/import-button.tsx'
import { letters } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import type { Shown } from '#kit/list/define.view.ts'
import { t } from '#platform/text/text.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { ReplyDoor } from './reply-door.tsx'

const AddDialog = lazyPiece(() => import('./add.dialog.tsx'))
const RemoveDialog = lazyPiece(() => import('./remove.dialog.tsx'))

const Import = defineImport<OptOutRow>(() => ({
  kind: 'message.optOuts',
  title: t('退订名单'),
  may: optOutCalls.import,
  hint: t('每行一个号码：电话，另可有说明。已在名单中的号码不变。'),
  example: t('13800001111，来自原服务商的退订名单'),
  refreshes: [optOutCalls.list],
}))
const Buttons = (shown: Shown<OptOutRow>) => (
  <>
    <ReplyDoor />
    <Import {...shown} />
  </>
)

/** Numbers that want no marketing, when and how they said so. */
export default defineList(optOutCalls.list, ({ c, f }) => ({
  name: 'message.optOuts',
  title: t('退订名单'),
  rowKey: (row) => row.optOutId,
  rowName: (row) => row.phone,
  fills: t('客户回复退订（R、TD、T、退订）后立即列在这里，也可以人工登记或导入；名单中的号码不会收到营销群发，订单短信照常。'),
  Buttons,
  add: { may: optOutCalls.add, label: t('登记退订'), Dialog: AddDialog },
  filters: [
    f.text('phone', t('手机号'), { placeholder: t('完整手机号') }),
    f.word('way', t('方式'), optOutWayText),
    f.flag('holds', t('状态'), t('生效'), t('已移出')),
    f.city(),
    f.days('saidAt', t('退订时间')),
  ],
  columns: [
    c.of('phone', t('手机号'), ({ phone }) => phone || t('已抹除'), '138****0000'),
    c.of('holds', t('状态'), ({ holds }) => (holds ? t('生效') : t('已移出')), letters(3)),
    c.status('way', t('方式'), optOutWayText, { REPLY: 'done', OPERATOR: 'idle', FILE: 'idle' }),
    c.text('said', t('退订内容')),
    c.time('saidAt', t('退订时间')),
    c.city(),
    c.text('createdByName', t('登记人'), undefined, { like: letters(4) }),
    c.text('reference', t('服务商编号'), undefined, { like: 'M0000000000', optional: true }),
    c.two(
      'removedReason',
      t('移出原因'),
      ({ removedReason }) => removedReason,
      ({ removedByName }) => removedByName,
      [letters(8)],
      {
        shows: ['removedReason', 'removedByName'],
      },
    ),
  ],
  actions: [{ key: 'remove', label: t('移出名单'), letter: 'W', danger: true, Dialog: RemoveDialog }],
}))
