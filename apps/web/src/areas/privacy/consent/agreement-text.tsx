import { RichText } from '#kit/show/rich-text.tsx'
import { t } from '#platform/text/text.ts'

/** It is read and scrolled by keys: on the first button of a question Enter would decline. */
const takeFocus = (text: HTMLElement | null) => void setTimeout(() => text?.focus())

export const AgreementText = ({ html }: { html: string }) => (
  <div className="own-agreement-text" ref={takeFocus} tabIndex={0} role="region" aria-label={t('协议正文')}>
    <RichText html={html} />
  </div>
)
