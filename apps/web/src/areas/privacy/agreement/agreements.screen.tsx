import {
  agreementCalls,
  type AgreementKind,
  agreementKindText,
  agreementStateText,
  type AgreementView,
  changeLevelText,
} from '@chauffeur/contract/privacy/agreement'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { Button, Segmented } from 'antd'
import { useMemo, useState } from 'react'
import { Facts } from '#kit/detail/facts.tsx'
import { RichText } from '#kit/show/rich-text.tsx'
import { useCall } from '#platform/http/call.ts'
import { openTab, useTabState } from '#platform/tab/tab.ts'
import { t, tr } from '#platform/text/text.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import { Async } from '#ui/page/async.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Page, Panel } from '#ui/page/page.tsx'
import { countText, percentText } from '#ui/show/measure.view.ts'
import { Tag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { agreementTone, levelTone, numberWords } from './agreement.view.ts'
import { DraftPanel } from './draft.panel.tsx'
import { VersionList } from './versions.list.tsx'
import './agreement.css'

const AgreementForm = lazyPiece(() => import('./agreement.form.tsx'))
const KINDS: AgreementKind[] = ['CUSTOMER', 'DRIVER', 'EMPLOYEE']

/** What the business agrees on with customers, drivers and employees: what holds, what is being written, and who has agreed. */
export default function AgreementsScreen() {
  const [kind, setKind] = useTabState<AgreementKind>('kind', 'CUSTOMER')
  const [writing, setWriting] = useState(false)
  const query = useCall(agreementCalls.get, { kind }, { saysRefusals: true, refetchIntervalS: 30 })
  const counts = useCall(agreementCalls.counts, {}, { saysRefusals: true, refetchIntervalS: 60 })
  const fixed = useMemo(() => ({ kind }), [kind])
  const shown = query.data?.kind === kind ? query.data : undefined
  return (
    <Page
      title={t('隐私协议')}
      extra={
        <Segmented<AgreementKind>
          value={kind}
          aria-label={t('适用对象')}
          onChange={setKind}
          options={KINDS.map((value) => ({ value, label: tr(agreementKindText[value]) }))}
        />
      }
      actions={
        shown?.allowedActions.includes('edit') ? (
          <Button type="primary" onClick={() => setWriting(true)}>
            {shown.draft ? t('编辑草稿') : t('编写新版本')}
          </Button>
        ) : null
      }
    >
      <div className="agreement">
        <Async query={query}>{(view) => <Standing view={view} counts={counts.data} />}</Async>
        {shown?.draft ? <DraftPanel view={shown} onEdit={() => setWriting(true)} /> : null}
        <VersionList fixed={fixed} />
      </div>
      {shown ? (
        <WhenOpened open={writing}>
          <AgreementForm open={writing} view={shown} onClose={() => setWriting(false)} />
        </WhenOpened>
      ) : null}
    </Page>
  )
}

function Standing({ view, counts }: { view: AgreementView; counts: AnswerOf<typeof agreementCalls.counts> | undefined }) {
  const of = counts?.kinds.find(({ kind }) => kind === view.kind)
  const version = view.inForce ?? view.coming
  if (!version)
    return (
      <EmptyState
        title={t('还没有发布{who}隐私协议', { who: tr(agreementKindText[view.kind]) })}
        hint={t('发布前不会征求任何人的同意。编写草稿，由有发布权限的人发布。')}
      />
    )
  return (
    <Panel
      title={
        <>
          <span data-given="">{version.title}</span> <Tag tone={agreementTone[version.state]}>{tr(agreementStateText[version.state])}</Tag>
        </>
      }
      extra={
        <Button size="small" onClick={() => openTab(`/yunYing/privacyConsents?kind=${view.kind}`)}>
          {t('查看同意记录')}
        </Button>
      }
    >
      <Facts
        as="tiles"
        facts={[
          [t('版本'), numberWords(version.number)],
          [
            t('变更级别'),
            <Tag key="level" tone={levelTone[version.changeLevel]}>
              {tr(changeLevelText[version.changeLevel])}
            </Tag>,
          ],
          [t('生效时间'), <Time key="from" at={version.effectiveAt} as="short" />],
          [t('发布人'), version.publishedByName],
          [t('已同意'), of && t('{read} / {drivers} 人', { read: countText(of.agreed), drivers: countText(of.people) })],
          [t('同意率'), of && of.people > 0 ? percentText((of.agreed / of.people) * 10_000) : ''],
          [t('未表态'), of && countText(of.people - of.agreed - of.declined)],
          [t('不同意'), of && countText(of.declined)],
        ]}
      />
      {view.inForce && view.coming ? (
        <p className="agreement-coming">
          {t('{version} 将替换当前版本，生效时间：', { version: numberWords(view.coming.number) })}
          <Time at={view.coming.effectiveAt} as="short" />
        </p>
      ) : null}
      <details className="agreement-text">
        <summary>{t('查看正文')}</summary>
        <RichText html={version.html} />
      </details>
    </Panel>
  )
}
