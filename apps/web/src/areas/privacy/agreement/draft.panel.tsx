import { agreementCalls, agreementKindText, type AgreementView, changeLevelText } from '@chauffeur/contract/privacy/agreement'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { useCall, useSend } from '#platform/http/call.ts'
import { useMay } from '#platform/session/session.ts'
import { toast } from '#platform/browser/events.ts'
import { t, tr } from '#platform/text/text.ts'
import { ConfirmDialog } from '#ui/dialog/confirm.dialog.tsx'
import { Async } from '#ui/page/async.tsx'
import { Panel } from '#ui/page/page.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { levelTone, numberWords } from './agreement.view.ts'
import { Difference } from './difference.tsx'
import { Preview } from './preview.tsx'

const REFRESHES = [agreementCalls.get, agreementCalls.log, agreementCalls.counts, agreementCalls.difference]

/** What is being written: how it will look, what it changes, and publishing it. */
export function DraftPanel({ view, onEdit }: { view: AgreementView; onEdit: () => void }) {
  const { kind, newest, allowedActions } = view
  const draft = view.draft!
  const [part, setPart] = useState<'difference' | 'preview'>(newest === 0 ? 'preview' : 'difference')
  const [asked, setAsked] = useState<'publish' | 'discard' | null>(null)
  const difference = useCall(agreementCalls.difference, { kind }, { saysRefusals: true })
  const publish = useSend(agreementCalls.publish, { refreshes: REFRESHES })
  const discard = useSend(agreementCalls.discard, { refreshes: REFRESHES })
  const mayPublish = useMay(agreementCalls.publish)
  const close = () => setAsked(null)
  const who = tr(agreementKindText[kind])
  return (
    <Panel
      title={
        <>
          <span data-given="">{t('草稿：{title}', { title: draft.title })}</span>{' '}
          <Tag tone={levelTone[draft.changeLevel]}>{tr(changeLevelText[draft.changeLevel])}</Tag>
        </>
      }
      extra={
        <span className="agreement-buttons">
          {allowedActions.includes('edit') ? (
            <>
              <Button size="small" danger onClick={() => setAsked('discard')}>
                {t('放弃草稿')}
              </Button>
              <Button size="small" onClick={onEdit}>
                {t('编辑草稿')}
              </Button>
            </>
          ) : null}
          {allowedActions.includes('publish') ? (
            <Button size="small" type="primary" onClick={() => setAsked('publish')}>
              {t('发布')}
            </Button>
          ) : null}
        </span>
      }
    >
      <p className="agreement-by">
        <span data-given="">{t('{name} 修改于', { name: draft.changedByName })}</span> <Time at={draft.changedAt} />
        {' · '}
        {draft.effectiveAt ? (
          <>
            {t('生效时间')} <Time at={draft.effectiveAt} as="short" />
          </>
        ) : (
          t('发布后立即生效')
        )}
        {mayPublish ? null : ` · ${t('由有发布权限的人发布')}`}
      </p>
      <Segmented
        size="small"
        value={part}
        aria-label={t('草稿内容')}
        onChange={setPart}
        options={[
          { value: 'difference', label: t('与最新版本的差异') },
          { value: 'preview', label: t('预览') },
        ]}
      />
      {part === 'preview' ? <Preview kind={kind} text={draft} /> : <Async query={difference}>{(data) => <Difference of={data} />}</Async>}
      <ConfirmDialog
        open={asked === 'publish'}
        title={t('发布{who}隐私协议{version}', { who, version: numberWords(newest + 1) })}
        okText={t('发布')}
        width={480}
        onConfirm={async () => {
          await publish.send({ kind, version: draft.version })
          toast.success(t('已发布{version}', { version: numberWords(newest + 1) }))
        }}
        onClose={close}
      >
        <p>
          {draft.changeLevel === 'MATERIAL'
            ? t('重大变更：生效后，{who}下次登录时须重新同意，同意前不能使用其他功能。', { who })
            : t('一般变更：同意过之前版本的人不再被询问。')}
        </p>
        <p>{t('发布后不能修改或撤回，只能再发布新版本。')}</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === 'discard'}
        danger
        title={t('放弃草稿')}
        okText={t('放弃')}
        onConfirm={async () => {
          await discard.send({ kind, version: draft.version })
          toast.success(t('草稿已删除'))
        }}
        onClose={close}
      >
        <p>{t('草稿将被删除，已发布的版本不受影响。')}</p>
      </ConfirmDialog>
    </Panel>
  )
}
