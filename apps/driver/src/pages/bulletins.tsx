import { clock, t } from '../platform/text.ts'
import { useAct } from '../platform/use-act.ts'
import type { Bulletin, Bulletins } from '../platform/use-bulletins.ts'
import { Problem } from './parts.tsx'

interface Props {
  bulletin: Bulletin
  onRead: (bulletin: Bulletin) => Promise<unknown>
}

function Card({ bulletin, onRead }: Props) {
  const act = useAct()
  return (
    <section className="card" aria-label={bulletin.title}>
      <h2>
        {bulletin.important ? t('重要：{title}', { title: bulletin.title }) : bulletin.title} <span>{clock(bulletin.from)}</span>
      </h2>
      <p className="notice">{bulletin.body}</p>
      <Problem of={act} />
      {bulletin.readAt === null ? (
        <button type="button" className="plain" disabled={act.busy} onClick={() => act.run(() => onRead(bulletin))}>
          {t('我已阅读')}
        </button>
      ) : (
        <p className="hint">{t('已读 {time}', { time: clock(bulletin.readAt) })}</p>
      )}
    </section>
  )
}

/** What has not been read yet, one after the other, and how many come behind it. */
export function UnreadBulletin({ bulletins, onRead }: { bulletins: Bulletins | null; onRead: Props['onRead'] }) {
  const next = bulletins?.rows.find(({ readAt }) => readAt === null)
  if (!next) return null
  return (
    <>
      <div className="unread">
        <Card key={next.bulletinId} bulletin={next} onRead={onRead} />
      </div>
      {bulletins!.unread > 1 ? <p className="hint">{t('还有 {n} 条未读公告', { n: bulletins!.unread - 1 })}</p> : null}
    </>
  )
}

/** All that the company has to say now. */
export function BulletinsPage({
  bulletins,
  onRead,
  onClose,
}: {
  bulletins: Bulletins | null
  onRead: Props['onRead']
  onClose: () => void
}) {
  return (
    <main className="sheet">
      <header>
        <strong>{t('公司公告')}</strong>
        <button type="button" className="quiet" onClick={onClose}>
          {t('返回')}
        </button>
      </header>
      {bulletins === null ? <p role="status">{t('正在打开…')}</p> : null}
      {bulletins?.rows.length === 0 ? <p className="hint">{t('没有公告')}</p> : null}
      {bulletins?.rows.map((bulletin) => (
        <Card key={bulletin.bulletinId} bulletin={bulletin} onRead={onRead} />
      ))}
    </main>
  )
}
