import { agreementCalls, agreementStateText, type AgreementVersion, changeLevelText } from '@chauffeur/contract/privacy/agreement'
import { Segmented } from 'antd'
import { useState } from 'react'
import { Facts } from '#kit/detail/facts.tsx'
import { KeptDrawer } from '#kit/detail/kept.drawer.tsx'
import { useCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { Async } from '#ui/page/async.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { agreementTone, numberWords } from './agreement.view.ts'
import { Difference } from './difference.tsx'
import { Preview } from './preview.tsx'
import './agreement.css'

/** One version: what it says, and what it changed. */
export default function VersionDrawer({ row, onClose }: { row: AgreementVersion | null; onClose: () => void }) {
  return (
    <KeptDrawer row={row} title={({ title, number }) => `${title} · ${numberWords(number)}`} size={820} onClose={onClose}>
      {(version) => <Version key={version.agreementId} version={version} />}
    </KeptDrawer>
  )
}

function Version({ version }: { version: AgreementVersion }) {
  const { agreementId, kind, number } = version
  const [part, setPart] = useState<'text' | 'difference'>('text')
  const text = useCall(agreementCalls.version, { agreementId }, { saysRefusals: true })
  const difference = useCall(agreementCalls.difference, { kind, number }, { enabled: part === 'difference', saysRefusals: true })
  return (
    <div className="agreement">
      <Facts
        as="tiles"
        facts={[
          [
            t('状态'),
            <Tag key="state" tone={agreementTone[version.state]}>
              {tr(agreementStateText[version.state])}
            </Tag>,
          ],
          [t('变更级别'), tr(changeLevelText[version.changeLevel])],
          [t('生效时间'), <Time key="from" at={version.effectiveAt} as="short" />],
          [t('发布时间'), <Time key="at" at={version.publishedAt} as="short" />],
          [t('发布人'), version.publishedByName],
        ]}
      />
      <Segmented
        size="small"
        value={part}
        aria-label={t('版本内容')}
        onChange={setPart}
        options={[
          { value: 'text', label: t('正文') },
          { value: 'difference', label: t('与上一版的差异') },
        ]}
      />
      {part === 'text' ? (
        <Async query={text}>{(shown) => <Preview kind={kind} text={shown} />}</Async>
      ) : (
        <Async query={difference}>{(shown) => <Difference of={shown} />}</Async>
      )}
      <p className="agreement-digest">
        {t('内容摘要（SHA-256）')} <code>{version.digest}</code>
      </p>
    </div>
  )
}
