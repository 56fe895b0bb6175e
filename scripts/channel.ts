// The stand-in of WeChat Pay's transfers (apps/channel/README.md).
await import('../apps/channel/src/main.ts')

export {}
