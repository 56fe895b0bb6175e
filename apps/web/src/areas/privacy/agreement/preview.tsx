import { type AgreementKind, agreementKindText } from '@chauffeur/contract/privacy/agreement'
import { RichText } from '#kit/show/rich-text.tsx'
import { t, tr } from '#platform/text/text.ts'

/** A text as who is asked for it reads it: employees in the console, drivers and customers on a telephone. */
export function Preview({ kind, text }: { kind: AgreementKind; text: { title: string; html: string; summary: string } }) {
  return (
    <section
      className="agreement-preview"
      data-small={kind !== 'EMPLOYEE'}
      aria-label={t('{who}看到的样子', { who: tr(agreementKindText[kind]) })}
    >
      <h2 data-given="">{text.title}</h2>
      {text.summary ? (
        <p className="agreement-summary">
          <strong>{t('本次变更')}</strong> <span data-given="">{text.summary}</span>
        </p>
      ) : null}
      <RichText html={text.html} />
    </section>
  )
}
