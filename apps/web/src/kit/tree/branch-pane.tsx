import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { toast } from '#platform/browser/events.ts'
import { t } from '#platform/text/text.ts'
import { ConfirmDialog } from '#ui/dialog/confirm.dialog.tsx'

interface BranchPaneProps {
  name: string
  /** Buttons before the one that deletes. */
  actions: ReactNode
  /** Null for who may not delete. */
  deletion: {
    title: string
    question: string
    /** Why it cannot be deleted now; empty when it can. */
    barred: string
    send: () => Promise<unknown>
    onGone: () => void
  } | null
  children: ReactNode
}

/** What stands beside a tree: the branch that was chosen, and what can be done with it. */
export function BranchPane({ name, actions, deletion, children }: BranchPaneProps) {
  const [deleting, setDeleting] = useState(false)
  const confirm = async () => {
    await deletion?.send()
    toast.success(t('已删除'))
    deletion?.onGone()
  }
  return (
    <section className="tree-pane" aria-label={name}>
      <header className="tree-pane-head">
        <h2>{name}</h2>
        <span className="tree-pane-end">
          {actions}
          {deletion ? (
            <Button danger disabled={deletion.barred !== ''} title={deletion.barred || undefined} onClick={() => setDeleting(true)}>
              {t('删除')}
            </Button>
          ) : null}
        </span>
      </header>
      <div className="tree-pane-body">{children}</div>
      {deletion ? (
        <ConfirmDialog
          open={deleting}
          title={deletion.title}
          okText={t('删除')}
          danger
          onConfirm={confirm}
          onClose={() => setDeleting(false)}
        >
          <p className="tree-sentence">{deletion.question}</p>
        </ConfirmDialog>
      ) : null}
    </section>
  )
}
