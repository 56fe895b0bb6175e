import {
  type NumberPool,
  type NumberProvider,
  numberProviderCalls,
  numberProviderText,
  numberProviderUrl,
  type PoolNumber,
} from '@chauffeur/contract/call-centre/number-provider'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { Facts } from '#kit/detail/facts.tsx'
import { none } from '#kit/list/columns.tsx'
import { toast } from '#platform/browser/events.ts'
import { refresh, sendCall, useCall, useSend } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { ConfirmDialog } from '#ui/dialog/confirm.dialog.tsx'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { Async } from '#ui/page/async.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Page, Panel } from '#ui/page/page.tsx'
import { countText } from '#ui/show/measure.view.ts'
import { EnabledTag, Tag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { faultWords } from './number.view.ts'
import './number.css'

const ProviderForm = lazyPiece(() => import('./provider.form.tsx'))
const AddNumbersForm = lazyPiece(() => import('./add-numbers.form.tsx'))

/** Who lends the business numbers that drivers and customers reach each other by, which they are, and how far they go. */
export default function NumbersScreen() {
  const pool = useCall(numberProviderCalls.show, {}, { refetchIntervalS: 30 })
  return (
    <Page title={t('隐私号服务')}>
      <div className="numbers">
        <Async query={pool}>
          {(shown) => (
            <>
              <ProviderPanel shown={shown} />
              <UsagePanel shown={shown} />
              <PoolPanel shown={shown} />
            </>
          )}
        </Async>
      </div>
    </Page>
  )
}

function ProviderPanel({ shown: { provider, pushUrl, mayChange } }: { shown: NumberPool }) {
  const [editing, setEditing] = useState(false)
  return (
    <Panel
      title={t('服务商')}
      extra={mayChange ? <Button onClick={() => setEditing(true)}>{provider ? t('修改') : t('填写服务商')}</Button> : null}
    >
      <p className="numbers-why">
        {t('城市开关“隐私号”开启后，每一单为司机与客户绑定一个号码：双方都拨它，互相看不到真实号码。没有绑定成功时司机致电客服。')}
      </p>
      {provider ? <ProviderFacts provider={provider} pushUrl={pushUrl} /> : <EmptyState title={t('尚未填写服务商：没有号码可绑定')} />}
      {mayChange ? null : <p className="numbers-why">{t('隐私号服务属于整个公司，您可以查看，不能修改。')}</p>}
      <ProviderForm open={editing} row={provider} onClose={() => setEditing(false)} />
    </Panel>
  )
}

const ProviderFacts = ({ provider, pushUrl }: { provider: NumberProvider; pushUrl: string | null }) => (
  <Facts
    facts={[
      [t('服务商'), tr(numberProviderText[provider.provider])],
      [t('状态'), <EnabledTag key="enabled" enabled={provider.enabled} />],
      [t('APP 接入地址'), provider.url === numberProviderUrl[provider.provider] ? t('公共地址') : provider.url],
      ['APP Key', provider.appKey],
      ['APP Secret', `••••${provider.secretLast4}`],
      [t('通话录音'), provider.records ? t('录音，接通前播放 {tone} 告知双方', { tone: provider.recordTone }) : t('不录音')],
      [t('行程结束后保留'), t('{n} 分钟', { n: provider.keepMinutes })],
      [t('每个号码最多绑定'), t('{n} 对', { n: countText(provider.mostPairs) })],
      [t('话单与状态推送地址'), pushUrl ?? <span key="none">{t('未设置 PUBLIC_URL：服务商推送不到，通话与录音不会出现')}</span>],
      [
        t('最后修改'),
        <span key="by">
          <Time at={provider.updatedAt} /> {provider.updatedBy}
        </span>,
      ],
    ]}
  />
)

function UsagePanel({ shown: { usage } }: { shown: NumberPool }) {
  return (
    <Panel title={t('各城市用量')}>
      {usage.length === 0 ? (
        <EmptyState title={t('还没有城市在用')} />
      ) : (
        <PlainTable
          label={t('各城市用量')}
          rows={usage}
          rowKey={({ cityId }) => cityId}
          columns={[
            { title: t('城市'), head: true, cell: (row) => tr(row.cityName) },
            { title: t('绑定中的订单'), end: true, cell: (row) => countText(row.pairs) },
            { title: t('还能绑定'), end: true, cell: (row) => countText(row.free) },
            {
              title: t('24 小时内没有空闲号码'),
              end: true,
              cell: (row) => (row.poolEmpty > 0 ? <Tag tone="lost">{t('{n} 单', { n: countText(row.poolEmpty) })}</Tag> : countText(0)),
            },
          ]}
        />
      )}
    </Panel>
  )
}

function PoolPanel({ shown: { numbers, provider, mayChange } }: { shown: NumberPool }) {
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<PoolNumber | null>(null)
  const toggle = async ({ number, enabled }: PoolNumber) => {
    await sendCall(numberProviderCalls.enableNumber, { number, enabled: !enabled }).finally(() => refresh([numberProviderCalls.show]))
    toast.success(enabled ? t('已停用') : t('已启用'))
  }
  return (
    <Panel title={t('号码池')} extra={mayChange ? <Button onClick={() => setAdding(true)}>{t('添加号码')}</Button> : null}>
      {numbers.length === 0 ? (
        <EmptyState title={t('还没有号码：把在服务商处订购的号码加进来')} />
      ) : (
        <div className="numbers-table">
          <PlainTable
            label={t('号码池')}
            rows={numbers}
            rowKey={({ number }) => number}
            columns={[
              { title: t('号码'), head: true, cell: (row) => <span className="ui-number">{row.number}</span> },
              { title: t('使用城市'), cell: (row) => (row.cityId === null ? t('全部城市') : tr(row.cityName)) },
              { title: t('状态'), cell: (row) => <EnabledTag enabled={row.enabled} /> },
              {
                title: t('绑定中'),
                end: true,
                cell: (row) => `${countText(row.pairs)}${provider ? ` / ${countText(provider.mostPairs)}` : ''}`,
              },
              { title: t('七天通话'), end: true, cell: (row) => countText(row.calls) },
              {
                title: t('操作'),
                cell: (row) => (
                  <span className="numbers-actions">
                    {provider ? <TryButton number={row.number} /> : null}
                    {mayChange ? (
                      <>
                        <Button size="small" onClick={() => void toggle(row).catch(() => {})}>
                          {row.enabled ? t('停用') : t('启用')}
                        </Button>
                        <Button size="small" danger onClick={() => setRemoving(row)}>
                          {t('删除')}
                        </Button>
                      </>
                    ) : provider ? null : (
                      none
                    )}
                  </span>
                ),
              },
            ]}
          />
        </div>
      )}
      <AddNumbersForm open={adding} onClose={() => setAdding(false)} />
      <ConfirmDialog
        open={removing !== null}
        title={t('删除隐私号码')}
        okText={t('删除')}
        danger
        onConfirm={async () => {
          if (removing) await sendCall(numberProviderCalls.removeNumber, { number: removing.number })
          await refresh([numberProviderCalls.show])
        }}
        onClose={() => setRemoving(null)}
      >
        {removing ? <p>{t('删除后不再用 {number} 绑定新订单，已有的通话与录音保留。', { number: removing.number })}</p> : null}
      </ConfirmDialog>
    </Panel>
  )
}

/** Asks the provider what is bound to it: whether key, address and white list are right shows at once. */
function TryButton({ number }: { number: string }) {
  const { send, pending } = useSend(numberProviderCalls.tryOut)
  const [answer, setAnswer] = useState<{ ok: boolean; words: string } | null>(null)
  const ask = async () => {
    const { failure, code, pairs, tookMs } = await send({ number })
    setAnswer(
      failure === ''
        ? { ok: true, words: t('连接正常，服务商处绑定 {n} 对，用时 {ms} 毫秒', { n: pairs ?? 0, ms: tookMs }) }
        : { ok: false, words: faultWords(failure, code) },
    )
  }
  return (
    <>
      <Button size="small" loading={pending} onClick={() => void ask().catch(() => {})}>
        {t('试一试')}
      </Button>
      {answer ? <Alert type={answer.ok ? 'success' : 'error'} showIcon title={answer.words} className="numbers-answer" /> : null}
    </>
  )
}
