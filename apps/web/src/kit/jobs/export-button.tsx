import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import type { Call } from '@chauffeur/contract/kernel/call'
import { exportCalls } from '@chauffeur/contract/operations/export'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { useCall } from '#platform/http/call.ts'
import { useScreenKeys, type ScreenKey } from '#platform/tab/screen-keys.ts'
import { useTabActive } from '#platform/tab/tab.ts'
import { t } from '#platform/text/text.ts'
import { isCovered } from '#ui/dialog/covered.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import type { ListShown } from './export.view.ts'

const ExportDialog = lazyPiece(() => import('./export.dialog.tsx'))
/** Which lists can be exported changes with a release, and with what somebody may do. */
const DICT_FRESH_S = 600

interface ExportButtonProps extends ListShown {
  call: Call
  /** Every filter on the screen is in the input, and its rows are there. */
  ready: boolean
}

/** Takes the list away as a file, as it is narrowed, ordered and shown; shown to those who may. */
export default function ExportButton({ call, ready, ...list }: ExportButtonProps) {
  const [open, setOpen] = useState(false)
  const { data } = useCall(exportCalls.dict, {}, { silent: true, freshS: DICT_FRESH_S })
  const exported = data?.lists.find((one) => one.list === call.path)
  const can = exported !== undefined && ready && list.total !== undefined && list.total.total > 0
  useKey(() => can && setOpen(true), exported !== undefined)
  if (!exported || !data) return null
  return (
    <>
      <Button
        icon={<DownloadOutlined />}
        aria-label={t('导出')}
        aria-keyshortcuts="Alt+X"
        title={t('导出 Alt+X')}
        disabled={!can}
        onClick={() => setOpen(true)}
      />
      <WhenOpened open={open}>
        <ExportDialog open={open} onClose={() => setOpen(false)} exported={exported} mayWholePhones={data.wholePhones} list={list} />
      </WhenOpened>
    </>
  )
}

/** By the key's position, since Alt changes the character on some keyboards. */
function useKey(act: () => void, on: boolean): void {
  const active = useTabActive()
  useEffect(() => {
    if (!active || !on) return
    const press = (event: KeyboardEvent) => {
      const { altKey, ctrlKey, metaKey, shiftKey, code } = event
      if (!altKey || ctrlKey || metaKey || shiftKey || code !== 'KeyX' || event.defaultPrevented || isCovered()) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })
  useScreenKeys(on ? exportKeys() : noKeys)
}
const noKeys: readonly ScreenKey[] = []
const keysByWords = new Map<string, readonly ScreenKey[]>()
/** The same array for the same words. */
function exportKeys(): readonly ScreenKey[] {
  const words = t('导出列表')
  const keys = keysByWords.get(words) ?? [['Alt+X', words] as const]
  keysByWords.set(words, keys)
  return keys
}
