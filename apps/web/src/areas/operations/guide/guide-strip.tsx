import { guideCalls } from '@chauffeur/contract/operations/home'
import { useCall } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { nextOf, progressOf, stepWords } from './guide.view.ts'
import './guide.css'

/** On the home page until everything is dealt with, or the guide is put away: what to do next. */
export default function GuideStrip() {
  const { data } = useCall(guideCalls.guide, {}, { silent: true })
  const next = data && nextOf(data.steps)
  if (!next || data.closed) return null
  const { dealt, all } = progressOf(data.steps)
  return (
    <a className="guide-strip" href="#/start">
      <b>{t('开始使用')}</b>
      <span>{t('已完成 {n}/{all}', { n: dealt, all })}</span>
      <span>{t('下一步：{step}', { step: stepWords()[next.step].title })}</span>
    </a>
  )
}
