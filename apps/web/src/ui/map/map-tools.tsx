import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { t } from '#platform/text/text.ts'
import { countText } from '../show/measure.view.ts'
import { LineGlyph } from '../show/line-glyph.tsx'
import type { MapDrawing } from './map-drawing.ts'
import type { MapLayer } from './map.tsx'

const glyphs = {
  closer: 'M8 3v10M3 8h10',
  further: 'M3 8h10',
  all: 'M2.5 5.5v-3h3M10.5 2.5h3v3M13.5 10.5v3h-3M5.5 13.5h-3v-3M8 6.4a1.6 1.6 0 1 0 0 3.2a1.6 1.6 0 1 0 0-3.2',
  layers: 'M8 2.5l6 3-6 3-6-3zM2.5 8.5L8 11.3l5.5-2.8M2.5 11L8 13.8 13.5 11',
  whole: 'M9.5 6.5l4-4M10 2.5h3.5V6M6.5 9.5l-4 4M6 13.5H2.5V10',
  back: 'M13.5 2.5l-4 4M13 6.5H9.5V3M2.5 13.5l4-4M3 9.5h3.5V13',
} as const

interface Props {
  map: MapDrawing
  frame: HTMLElement
  layers: readonly MapLayer[] | undefined
  onLayer: ((id: string, on: boolean) => void) | undefined
}

/** What can be done with any map, by pointer and by key: closer, further, all of it, what is drawn, the whole screen. */
export function MapTools({ map, frame, layers = [], onLayer }: Props) {
  const [whole, setWhole] = useState(false)
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLFieldSetElement>(null)
  const listId = useId()
  const choosable = layers.length > 0
  const turnWhole = () => void (document.fullscreenElement === frame ? document.exitFullscreen() : frame.requestFullscreen())
  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }

  useEffect(() => {
    const changed = () => setWhole(document.fullscreenElement === frame)
    document.addEventListener('fullscreenchange', changed)
    return () => document.removeEventListener('fullscreenchange', changed)
  }, [frame])
  useEffect(() => {
    const keys: Record<string, () => void> = { '0': map.fitAll, f: turnWhole, ...(choosable && { l: () => setOpen(true) }) }
    const pressed = (event: globalThis.KeyboardEvent) => {
      const act = keys[event.key.toLowerCase()]
      if (!act || !(event.target instanceof HTMLCanvasElement) || event.altKey || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      event.stopPropagation()
      act()
    }
    frame.addEventListener('keydown', pressed)
    return () => frame.removeEventListener('keydown', pressed)
  })
  useEffect(() => {
    if (open) list.current?.querySelector('input')?.focus()
  }, [open])

  const escaped = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    close()
  }
  return (
    <>
      <div className="map-tools" role="group" aria-label={t('地图工具')}>
        <Tool name={t('放大')} hint="+" path={glyphs.closer} onClick={() => map.zoomBy(1)} />
        <Tool name={t('缩小')} hint="-" path={glyphs.further} onClick={() => map.zoomBy(-1)} />
        <Tool name={t('显示全部')} hint="0" path={glyphs.all} onClick={map.fitAll} />
        {choosable ? (
          <button
            ref={opener}
            type="button"
            className="map-tool"
            aria-label={t('图层')}
            title={`${t('图层')} (L)`}
            aria-expanded={open}
            aria-controls={listId}
            onClick={() => setOpen(!open)}
          >
            <LineGlyph path={glyphs.layers} />
          </button>
        ) : null}
        <Tool name={whole ? t('退出全屏') : t('全屏')} hint="F" path={whole ? glyphs.back : glyphs.whole} onClick={turnWhole} />
      </div>
      {open && choosable ? (
        <fieldset
          ref={list}
          id={listId}
          className="map-layers"
          onKeyDown={escaped}
          onBlur={({ currentTarget, relatedTarget }) => {
            if (relatedTarget !== opener.current && !currentTarget.contains(relatedTarget)) setOpen(false)
          }}
        >
          <legend className="map-layers-title">{t('图层')}</legend>
          {layers.map(({ id, name, on, count, colour }) => (
            <label key={id} className="map-layer">
              <input type="checkbox" checked={on} onChange={({ target }) => onLayer?.(id, target.checked)} />
              {colour ? <span className="map-layer-dot" style={{ background: colour }} aria-hidden="true" /> : null}
              <span className="map-layer-name">{name}</span>
              {count === undefined ? null : <span className="map-layer-count">{countText(count)}</span>}
            </label>
          ))}
        </fieldset>
      ) : null}
    </>
  )
}

function Tool({ name, hint, path, onClick }: { name: string; hint: string; path: string; onClick: () => void }) {
  return (
    <button type="button" className="map-tool" aria-label={name} title={`${name} (${hint})`} onClick={onClick}>
      <LineGlyph path={path} />
    </button>
  )
}
