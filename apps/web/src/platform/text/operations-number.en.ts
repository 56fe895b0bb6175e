/** What the calls of the number service do, in the operation log. */
export default {
  隐私号服务与号码池: 'Number service and its numbers',
  保存隐私号服务: 'Save the number service',
  试用隐私号服务: 'Try out the number service',
  添加隐私号码: 'Add privacy numbers',
  启用或停用隐私号码: 'Switch a privacy number on or off',
  删除隐私号码: 'Delete a privacy number',
  订单隐私号与通话: "An order's privacy number and calls",
  隐私号绑定列表: 'Privacy numbers',
  重试隐私号绑定: 'Try a privacy number again',
} satisfies Record<string, string>
