import { type CityRow, cityOpeningCalls } from '@chauffeur/contract/operations/city-opening'
import { Alert, Button } from 'antd'
import { KeptDrawer } from '#kit/detail/kept.drawer.tsx'
import { toast } from '#platform/browser/events.ts'
import { useCall, useSend } from '#platform/http/call.ts'
import { useMay } from '#platform/session/session.ts'
import { t, tr } from '#platform/text/text.ts'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { checkMeansText, checkNameText, checkPath, showsCities } from './city.view.ts'
import './city.css'

/** What a city must and should have before it takes orders; here it is opened. */
export default function CityCheckDrawer({ row, onClose }: { row: CityRow | null; onClose: () => void }) {
  return (
    <KeptDrawer row={row} title={({ name }) => t('{name} · 开通条件', { name: tr(name) })} size={640} onClose={onClose}>
      {(city) => <Checklist city={city} onOpened={onClose} />}
    </KeptDrawer>
  )
}

function Checklist({ city, onOpened }: { city: CityRow; onOpened: () => void }) {
  const query = useCall(cityOpeningCalls.checklist, { cityId: city.cityId })
  const mayOpen = useMay(cityOpeningCalls.open) && city.allowedActions.includes('open')
  const { send, pending } = useSend(cityOpeningCalls.open, { refreshes: showsCities })
  const open = () =>
    send({ cityId: city.cityId, version: city.version }).then(
      () => {
        toast.success(t('{name} 已开通，现在接单', { name: tr(city.name) }))
        onOpened()
      },
      // What was refused was told as the call was made.
      () => undefined,
    )
  return (
    <Async query={query} skeleton={<Skeleton lines={9} />}>
      {({ rows, ready }) => {
        const lacking = rows.filter(({ weight, done }) => !done && weight === 'SHOULD')
        return (
          <>
            <ul className="city-checks">
              {rows.map(({ check, weight, done, count }) => {
                const path = checkPath[check]
                const tone = done ? 'done' : weight === 'MUST' ? 'lost' : weight === 'SHOULD' ? 'wait' : 'off'
                const word = done ? t('已具备') : weight === 'MUST' ? t('必须补齐') : weight === 'SHOULD' ? t('建议补齐') : t('可选')
                return (
                  <li key={check} data-check={check}>
                    <Tag tone={tone}>{word}</Tag>
                    <div>
                      <strong>
                        {tr(checkNameText[check])}
                        {count > 1 || check !== 'AREA' ? <span className="ui-number"> {count}</span> : null}
                      </strong>
                      <p>{tr(checkMeansText[check])}</p>
                    </div>
                    {path === null ? null : (
                      <a className="ui-link" href={`#${path}`}>
                        {done ? t('查看') : t('去设置')}
                      </a>
                    )}
                  </li>
                )
              })}
            </ul>
            {mayOpen ? (
              <div className="city-open">
                {ready && lacking.length > 0 ? (
                  <Alert type="warning" showIcon message={t('可以开通，但还有 {n} 项建议补齐', { n: lacking.length })} />
                ) : null}
                {ready ? null : <Alert type="error" showIcon message={t('补齐必备条件后才能开通')} />}
                <Button type="primary" disabled={!ready} loading={pending} onClick={() => void open()}>
                  {t('开通，开始接单')}
                </Button>
              </div>
            ) : null}
          </>
        )
      }}
    </Async>
  )
}
