import { Button } from 'antd'
import { useState, type ComponentType } from 'react'
import { useMay } from '#platform/session/session.ts'
import { t } from '#platform/text/text.ts'
import type { Fixed, Shown } from '#kit/list/define.view.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import type { ImportKind } from './import.view.ts'

const ImportDialog = lazyPiece(() => import('./import.dialog.tsx'))

/** A sort of list that people bring, declared: gives the button that a list has beside its own. What it belongs to is what the list is fixed to. */
export function defineImport<Row>(define: () => ImportKind): ComponentType<Shown<Row>> {
  return function ImportButton({ fixed }) {
    return <OfKind kind={define()} into={fixed} />
  }
}

function OfKind({ kind, into }: { kind: ImportKind; into: Fixed }) {
  const [open, setOpen] = useState(false)
  if (!useMay(kind.may)) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('批量导入')}</Button>
      <WhenOpened open={open}>
        <ImportDialog kind={kind} into={into} open={open} onClose={() => setOpen(false)} />
      </WhenOpened>
    </>
  )
}
