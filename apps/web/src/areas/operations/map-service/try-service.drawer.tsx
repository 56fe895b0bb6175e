import { cityCalls } from '@chauffeur/contract/operations/city'
import type { AnswerOf, InputOf } from '@chauffeur/contract/kernel/call'
import { type MapService, mapServiceCalls } from '@chauffeur/contract/operations/map-service'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { KeptDrawer } from '#kit/detail/kept.drawer.tsx'
import { TrialForm } from '#kit/edit/trial.form.tsx'
import { CityField, TextField } from '#kit/fields/fields.ts'
import { useCities } from '#kit/pickers/use-cities.ts'
import { sendCall, useSend } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { faultOf } from '#ui/page/fault.view.ts'
import { distanceText, durationText } from '#ui/show/measure.view.ts'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { failureWords, nameOf, typedPoint } from './map-service.view.ts'
import './map-service.css'

interface Asked {
  cityId?: string
  text?: string
  from?: string
  to?: string
}
type Answer = AnswerOf<typeof mapServiceCalls.tryOut>

/** One service is asked, whether it is on or not, and what it answers is shown. */
export default function TryServiceDrawer({ row, onClose }: { row: MapService | null; onClose: () => void }) {
  return (
    <KeptDrawer row={row} title={(service) => t('试一试：{name}', { name: nameOf(service) })} size={560} onClose={onClose}>
      {(service) => <Trial service={service} />}
    </KeptDrawer>
  )
}

function Trial({ service }: { service: MapService }) {
  const { options } = useCities()
  const { send, pending } = useSend(mapServiceCalls.tryOut, { refreshes: [mapServiceCalls.list] })
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [problem, setProblem] = useState('')
  const first = options[0]?.value
  if (first === undefined) return null
  const roads = service.kind === 'ROADS'
  const isWhole = ({ cityId, text, from, to }: Asked) => Boolean(cityId && (roads ? from && to : text))
  const ask = async (asked: Asked) => {
    if (pending || !isWhole(asked)) return
    setAnswer(null)
    setProblem('')
    const of = { serviceId: service.serviceId ?? undefined, kind: service.kind, provider: service.provider, cityId: asked.cityId }
    try {
      const input: InputOf<typeof mapServiceCalls.tryOut> = roads
        ? { ...of, from: await pointOf(asked.cityId!, asked.from!), to: await pointOf(asked.cityId!, asked.to!) }
        : { ...of, text: asked.text }
      setAnswer(await send(input))
    } catch (error) {
      setProblem(error instanceof NotFound ? error.message : faultOf(error).hint)
    }
  }
  return (
    <TrialForm<Asked>
      name={`map-service.try.${service.kind}`}
      initial={{ cityId: String(first) }}
      onSubmit={(asked) => void ask(asked)}
      fields={
        <>
          <CityField name="cityId" required />
          {roads ? (
            <>
              <TextField name="from" label={t('起点')} maxLength={120} placeholder={t('地点、地址，或经纬度')} autoFocus />
              <TextField name="to" label={t('终点')} maxLength={120} placeholder={t('地点、地址，或经纬度')} />
            </>
          ) : (
            <TextField name="text" label={t('地点或地址')} maxLength={120} placeholder={t('如：人民路 1 号')} autoFocus />
          )}
        </>
      }
    >
      {(asked) => (
        <>
          <Button type="primary" loading={pending} disabled={!isWhole(asked)} onClick={() => void ask(asked)}>
            {t('试一试')}
          </Button>
          <div className="map-service-answer" aria-live="polite">
            {problem ? <Alert type="error" showIcon title={problem} /> : null}
            {answer ? <AnswerShown answer={answer} roads={roads} /> : null}
          </div>
        </>
      )}
    </TrialForm>
  )
}

class NotFound extends Error {}

/** A typed point, or where the desk would find what was typed. */
async function pointOf(cityId: string, text: string): Promise<{ lat: number; lng: number }> {
  const typed = typedPoint(text)
  if (typed) return typed
  const { found } = await sendCall(cityCalls.geocodeAddress, { cityId, address: text })
  if (!found) throw new NotFound(t('找不到“{text}”，请换个写法或填经纬度', { text }))
  return { lat: found.lat, lng: found.lng }
}

function AnswerShown({ answer: { failed, code, tookMs, addresses, route }, roads }: { answer: Answer; roads: boolean }) {
  const took = t('用时 {ms} 毫秒', { ms: tookMs })
  if (failed)
    return (
      <Alert
        type="error"
        showIcon
        title={failureWords(failed)}
        description={[code && t('服务商代码 {code}', { code }), took].filter(Boolean).join(' · ')}
      />
    )
  if (roads)
    return route ? (
      <Alert type="success" showIcon title={`${distanceText(route.distanceM)} · ${durationText(route.durationS)}`} description={took} />
    ) : (
      <Alert type="warning" showIcon title={t('两点之间没有找到路')} description={took} />
    )
  if (addresses.length === 0) return <Alert type="warning" showIcon title={t('服务正常，但没有找到')} description={took} />
  return (
    <PlainTable
      caption={`${t('找到 {n} 个', { n: addresses.length })} · ${took}`}
      rows={addresses}
      rowKey={({ name, lat, lng }) => `${name} ${lat} ${lng}`}
      columns={[
        { title: t('名称'), cell: ({ name }) => name, head: true },
        {
          title: t('地址'),
          cell: ({ address, district }) => (district && !address.includes(district) ? `${district}${address}` : address) || '—',
        },
        { title: t('精度'), cell: ({ exact }) => (exact ? t('准确') : t('大致')) },
      ]}
    />
  )
}
