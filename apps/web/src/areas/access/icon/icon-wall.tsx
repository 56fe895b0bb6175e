import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useEffect, useMemo, useRef, useState, type ComponentType } from 'react'
import { toast } from '#platform/browser/events.ts'
import { t } from '#platform/text/text.ts'
import { copyText } from '#ui/show/copy.ts'
import { inRows } from './icon.view.ts'

const tileWidthPx = 152
const rowHeightPx = 88

interface IconWallProps {
  names: readonly string[]
  iconOf: (name: string) => ComponentType | undefined
}

const Tile = memo(function Tile({
  name,
  icon: Icon,
  onCopy,
}: {
  name: string
  icon: ComponentType | undefined
  onCopy: (name: string) => void
}) {
  return (
    <button type="button" className="icons-tile" title={name} onClick={() => onCopy(name)}>
      <span className="icons-glyph" aria-hidden="true">
        {Icon ? <Icon /> : null}
      </span>
      <span className="icons-name">{name}</span>
    </button>
  )
})

async function copy(name: string): Promise<void> {
  if (await copyText(name)) toast.success(t('已复制 {value}', { value: name }))
  else toast.error(t('复制失败，请手动选择'))
}

/** Tiles that exist only while in sight: the set has more than eight hundred. */
export function IconWall({ names, iconOf }: IconWallProps) {
  const box = useRef<HTMLDivElement>(null)
  const [perRow, setPerRow] = useState(8)
  const rows = useMemo(() => inRows(names, perRow), [names, perRow])
  const virtual = useVirtualizer({ count: rows.length, getScrollElement: () => box.current, estimateSize: () => rowHeightPx, overscan: 3 })

  useEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(() => setPerRow(Math.max(1, Math.floor(element.clientWidth / tileWidthPx))))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  return (
    <div ref={box} className="icons-wall">
      <div role="list" aria-label={t('图标')} style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map((item) => (
          <div
            key={item.key}
            role="presentation"
            className="icons-row"
            style={{ transform: `translateY(${item.start}px)`, gridTemplateColumns: `repeat(${perRow}, minmax(0, 1fr))` }}
          >
            {rows[item.index]?.map((name) => (
              <div key={name} role="listitem">
                <Tile name={name} icon={iconOf(name)} onCopy={copy} />
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}
