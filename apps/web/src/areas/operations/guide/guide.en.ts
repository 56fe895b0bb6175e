export default {
  '已完成 {n}/{all}': '{n} of {all} done',
  '下一步：{step}': 'Next: {step}',
  在首页显示: 'Show on the home page',
  不在首页显示: 'Hide from the home page',
  已跳过: 'Left out',
  先跳过: 'Leave for now',
  继续这一步: 'Take up again',
  '标志显示在登录页、侧栏和打印的单据上。': 'The logo stands on the sign-in page, beside the menu and on printed papers.',
  上传标志: 'Upload logo',
  '订单只在开通的城市、服务范围之内接。': 'Orders are taken in open cities, within their service area.',
  管理城市: 'Manage cities',
  价格: 'Prices',
  '每个开通的城市都要有生效的计费模板：第一个城市带一份标准价，请改成您的；再加的城市可从已有城市复制。':
    'Every open city needs a billing template in force; the first city comes with standard prices, make them yours; later cities can copy those of another.',
  核对价格: 'Check prices',
  地图与地址: 'Maps and addresses',
  '接上高德、天地图或自建服务后，客服能查到任何地址；没有也能接单，地址照填写的记录。':
    'With AMap, Tianditu or services of your own the desk finds every address; without, orders are taken all the same and keep the address as typed.',
  接入地图服务: 'Set up map services',
  '验证码、邀请和订单通知由短信服务商发出：阿里云、腾讯云或 HTTP 网关。没有服务商时，邀请链接由您转交。':
    'Codes, invitations and order messages go out by a provider: Aliyun, Tencent or an HTTP gateway. Without one you hand invitations over yourself.',
  接入短信服务商: 'Set up a provider',
  同事: 'Colleagues',
  '给客服、财务、运营各建一个账号，角色已经备好。': 'Make an account each for call centre, finance and operations: the roles are there.',
  第一位司机: 'First driver',
  '登记资料、资质合格的司机才能上线。': 'Drivers on file and qualified may go on duty.',
  '在司机详情里发送邀请：司机点开短信里的链接，就能在手机浏览器里上线接单。':
    "Send the invitation from the driver's page: its link lets them work in the browser of their telephone.",
  第一单: 'First order',
  '在接单台替客户下单，司机报单后这里就完成了。':
    'Place an order for a customer at the desk; once the driver files the bill, this is done.',
  去接单台: 'To the desk',
}
