import { driverMessageCalls } from '@chauffeur/contract/message/inbox'
import { Problem } from '../pages/parts.tsx'
import { chooseLanguage, inChinese } from '../platform/text.ts'
import { useAct } from '../platform/use-act.ts'
import { ask } from '../platform/wire.ts'

/** Changes between Chinese and English: the page, and, of whoever is signed in, the messages from then on. */
export function LanguageButton({ token }: { token?: string }) {
  const act = useAct()
  const other = inChinese ? 'en' : 'zh'
  const change = () =>
    act.run(async () => {
      if (token) await ask(driverMessageCalls.setLanguage, { language: other }, token)
      chooseLanguage(other)
    })
  return (
    <>
      <Problem of={act} />
      <button type="button" className="quiet" lang={other} disabled={act.busy} onClick={change}>
        {inChinese ? 'English' : '中文'}
      </button>
    </>
  )
}
