import type { Call } from '@chauffeur/contract/kernel/call'
import type { VersionFacts } from '@chauffeur/contract/kernel/version'
import { Button, Drawer, Segmented } from 'antd'
import { type ComponentProps, useState } from 'react'
import { toast } from '#platform/browser/events.ts'
import { refresh } from '#platform/http/call.ts'
import { useMay } from '#platform/session/session.ts'
import { t } from '#platform/text/text.ts'
import { ConfirmDialog } from '#ui/dialog/confirm.dialog.tsx'
import { Async } from '#ui/page/async.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { type Fact, type FactChange, factChanges, type Standing } from './config.view.ts'
import './config.css'

/** How a setting goes back to what an earlier version says: that is saved again, as a new version. */
export interface Return<V> {
  /** The call that saves it: who may not make it is not offered a return. */
  call: Call
  save: (version: V, newest: V, changeReason: string) => Promise<unknown>
  /** Reading calls that show what is saved, besides those that the call itself names. */
  refreshes?: readonly Call[]
}

interface VersionsProps<V> {
  /** Every version, newest first. */
  query: ComponentProps<typeof Async<{ rows: V[] }>>['query']
  factsOf: (version: V) => Fact[]
  standingOf?: (version: V) => Standing
  back?: Return<V>
}
/** Which version is looked at, where a page shows it too. */
interface Chosen {
  version: number
  onChoose: (version: number) => void
}

export type VersionsPartProps<V> = VersionsProps<V> & { chosen?: Chosen }
export type VersionsDrawerProps<V> = VersionsProps<V> & { open: boolean; title: string; onClose: () => void }

/** Versions of a setting beside the list it stands in. */
export const VersionsDrawer = <V extends VersionFacts>({ open, title, onClose, ...versions }: VersionsDrawerProps<V>) => (
  <Drawer open={open} title={title} size={820} onClose={onClose} destroyOnHidden>
    <Versions {...versions} />
  </Drawer>
)

/** Who made each version when and why, what it changed, and the way back to it. */
export const Versions = <V extends VersionFacts>({ query, ...versions }: VersionsPartProps<V>) => (
  <Async query={query} isEmpty={({ rows }) => rows.length === 0} empty={<EmptyState title={t('还没有修改过')} />}>
    {({ rows }) => <VersionList rows={rows} {...versions} />}
  </Async>
)

function VersionList<V extends VersionFacts>({
  rows,
  factsOf,
  standingOf,
  back,
  chosen: outside,
}: Omit<VersionsProps<V>, 'query'> & { rows: readonly V[]; chosen?: Chosen }) {
  const [own, setOwn] = useState<number | null>(null)
  const chosen = outside?.version ?? own
  const setChosen = outside?.onChoose ?? setOwn
  const [against, setAgainst] = useState<'before' | 'now'>('before')
  const at = Math.max(
    0,
    rows.findIndex(({ version }) => version === chosen),
  )
  const [newest, shown, before] = [rows[0], rows[at], rows[at + 1]]
  if (!newest || !shown) return null
  const present = rows.find((row) => standingOf?.(row).inForce) ?? newest
  const other = shown === present || against === 'before' ? before : present
  return (
    <div className="config">
      <ol className="config-versions" aria-label={t('版本')}>
        {rows.map((row) => (
          <li key={row.version}>
            <button type="button" aria-current={row.version === shown.version} onClick={() => setChosen(row.version)}>
              <strong>
                {t('第 {n} 版', { n: row.version })}
                {row === present ? t('（当前）') : ''}
              </strong>
              <span>
                {row.changedBy || t('系统')} · <Time at={row.changedAt} as="short" />
              </span>
              {standingOf ? <From standing={standingOf(row)} /> : null}
              {row.reason ? <span className="config-reason">{row.reason}</span> : null}
            </button>
          </li>
        ))}
      </ol>
      <section aria-label={t('第 {n} 版', { n: shown.version })}>
        <header>
          {shown === present ? (
            <span>{before ? t('与上一版比较') : t('第一版')}</span>
          ) : (
            <Segmented<'before' | 'now'>
              value={against}
              onChange={setAgainst}
              options={[
                { value: 'before', label: before ? t('与上一版比较') : t('全部内容') },
                { value: 'now', label: t('与当前版比较') },
              ]}
            />
          )}
          {back && shown !== present ? (
            <ReturnButton
              version={shown}
              present={present}
              factsOf={factsOf}
              save={(reason) => back.save(shown, newest, reason)}
              back={back}
              onDone={() => setChosen(newest.version + 1)}
            />
          ) : null}
        </header>
        <FactChanges
          heads={[other ? t('第 {n} 版', { n: other.version }) : t('之前'), t('第 {n} 版', { n: shown.version })]}
          changes={factChanges(other ? factsOf(other) : null, factsOf(shown))}
        />
      </section>
    </div>
  )
}

const From = ({ standing: { words, tone, from } }: { standing: Standing }) => (
  <span className="config-from">
    <Tag tone={tone}>{words}</Tag> <Time at={from} as="short" />
  </span>
)

/** Field by field what two versions say. */
function FactChanges({ heads, changes }: { heads: [string, string]; changes: readonly FactChange[] }) {
  if (changes.length === 0) return <p>{t('两个版本完全相同')}</p>
  return (
    <PlainTable
      className="config-changes"
      rows={changes}
      rowKey={({ label }) => label}
      columns={[
        { title: t('项目'), head: true, cell: ({ label }) => label },
        { title: heads[0], cell: ({ was }) => (was ? <del>{was}</del> : '—') },
        { title: heads[1], cell: ({ is }) => (is ? <ins>{is}</ins> : '—') },
      ]}
    />
  )
}

interface ReturnProps<V> extends Required<Pick<VersionsProps<V>, 'factsOf' | 'back'>> {
  version: V
  present: V
  save: (changeReason: string) => Promise<unknown>
  onDone: () => void
}

/** Shows what would change before it is saved. */
function ReturnButton<V extends VersionFacts>({ version, present, factsOf, save, back, onDone }: ReturnProps<V>) {
  const may = useMay(back.call)
  const [asked, setAsked] = useState(false)
  const facts = (of: V) => factsOf(of).filter(({ stays }) => !stays)
  const changes = factChanges(facts(present), facts(version))
  if (!may) return null
  const title = t('恢复为第 {n} 版', { n: version.version })
  return (
    <>
      <Button
        size="small"
        disabled={changes.length === 0}
        title={changes.length === 0 ? t('与当前版相同') : undefined}
        onClick={() => setAsked(true)}
      >
        {title}
      </Button>
      <ConfirmDialog
        open={asked}
        title={title}
        okText={t('恢复')}
        width={640}
        onConfirm={async () => {
          try {
            await save(title)
          } finally {
            void refresh(back.refreshes ?? [])
          }
          toast.success(t('已恢复为第 {n} 版的内容', { n: version.version }))
          onDone()
        }}
        onClose={() => setAsked(false)}
      >
        <p>{t('第 {n} 版的内容会作为新的一版保存，其余版本不变。', { n: version.version })}</p>
        <FactChanges heads={[t('现在'), t('恢复后')]} changes={changes} />
      </ConfirmDialog>
    </>
  )
}
