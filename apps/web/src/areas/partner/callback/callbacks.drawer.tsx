import type { ChannelRow } from '@chauffeur/contract/partner/channel'
import { KeptDrawer } from '#kit/detail/kept.drawer.tsx'
import { t } from '#platform/text/text.ts'
import { CallbacksPanel } from './callbacks.panel.tsx'

export default function CallbacksDrawer({ row, onClose }: { row: ChannelRow | null; onClose: () => void }) {
  return (
    <KeptDrawer row={row} title={({ name }) => t('{name} 的回调地址', { name })} size={860} onClose={onClose}>
      {({ channelId }) => <CallbacksPanel channelId={channelId} />}
    </KeptDrawer>
  )
}
