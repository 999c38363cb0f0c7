// SPDX-License-Identifier: Apache-2.0
#include "backends/vulkan/swapchain.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/log.h"

namespace vulkan {
namespace {

constexpr uint32_t kImages = 3;
constexpr size_t kMostRetired = 4;
constexpr uint64_t kAcquireNs = 1'000'000'000;

template <class T, class Ask>
std::vector<T> listOf(Ask ask) {
  uint32_t count = 0;
  if (ask(&count, nullptr) != VK_SUCCESS) return {};
  std::vector<T> list(count);
  if (ask(&count, list.data()) < 0) return {};
  list.resize(count);
  return list;
}

bool isLost(VkResult result) { return result == VK_ERROR_SURFACE_LOST_KHR || result == VK_ERROR_NATIVE_WINDOW_IN_USE_KHR; }

}  // namespace

VkPresentModeKHR presentModeFor(int32_t interval, const std::vector<VkPresentModeKHR>& offered) {
  const auto has = [&](VkPresentModeKHR mode) { return std::find(offered.begin(), offered.end(), mode) != offered.end(); };
  if (interval < 0 && has(VK_PRESENT_MODE_FIFO_RELAXED_KHR)) return VK_PRESENT_MODE_FIFO_RELAXED_KHR;
  if (interval == 0 && has(VK_PRESENT_MODE_MAILBOX_KHR)) return VK_PRESENT_MODE_MAILBOX_KHR;
  if (interval == 0 && has(VK_PRESENT_MODE_IMMEDIATE_KHR)) return VK_PRESENT_MODE_IMMEDIATE_KHR;
  return VK_PRESENT_MODE_FIFO_KHR;
}

VkFormat swapchainFormatFor(const window::X11Window& window, const std::vector<VkSurfaceFormatKHR>& offered) {
  // Drivers show such a window without alpha, or not at all.
  if (window.hasAlpha()) return VK_FORMAT_UNDEFINED;
  const int greenBits = std::popcount(window.masks[1]);
  std::vector<VkFormat> wanted = {VK_FORMAT_B8G8R8A8_UNORM, VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_A8B8G8R8_UNORM_PACK32};
  if (greenBits == 10) wanted = {VK_FORMAT_A2R10G10B10_UNORM_PACK32, VK_FORMAT_A2B10G10R10_UNORM_PACK32};
  if (greenBits < 8) wanted = {VK_FORMAT_R5G6B5_UNORM_PACK16, VK_FORMAT_B5G6R5_UNORM_PACK16};
  for (const VkFormat format : wanted)
    for (const VkSurfaceFormatKHR& one : offered)
      if (one.format == format && one.colorSpace == VK_COLOR_SPACE_SRGB_NONLINEAR_KHR) return format;
  return VK_FORMAT_UNDEFINED;
}

base::Result<std::unique_ptr<Swapchain>> Swapchain::open(Recorder& recorder, const window::X11Window& window) {
  const Device& device = recorder.device;
  if (!device.has.swapchain) return base::Error{"The Vulkan device has no swapchains for X11 windows."};
  VkXcbSurfaceCreateInfoKHR info{};
  info.sType = VK_STRUCTURE_TYPE_XCB_SURFACE_CREATE_INFO_KHR;
  info.connection = window.connection;
  info.window = window.id;
  VkSurfaceKHR surface = VK_NULL_HANDLE;
  if (const VkResult result = vkCreateXcbSurfaceKHR(device.instance, &info, nullptr, &surface); result != VK_SUCCESS)
    return base::Error{"vkCreateXcbSurfaceKHR failed with " + std::to_string(result) + "."};
  std::unique_ptr<Swapchain> opened(new Swapchain(recorder, surface));
  VkBool32 supported = VK_FALSE;
  vkGetPhysicalDeviceSurfaceSupportKHR(device.physical, device.queueFamily, surface, &supported);
  if (!supported) return base::Error{"The Vulkan device cannot show on window " + std::to_string(window.id) + "."};
  const auto formats = listOf<VkSurfaceFormatKHR>([&](uint32_t* count, VkSurfaceFormatKHR* list) {
    return vkGetPhysicalDeviceSurfaceFormatsKHR(device.physical, surface, count, list);
  });
  opened->mModes = listOf<VkPresentModeKHR>([&](uint32_t* count, VkPresentModeKHR* list) {
    return vkGetPhysicalDeviceSurfacePresentModesKHR(device.physical, surface, count, list);
  });
  opened->mFormat = {swapchainFormatFor(window, formats), VK_COLOR_SPACE_SRGB_NONLINEAR_KHR};
  if (!opened->mFormat.format)
    return base::Error{"No swapchain format fits window " + std::to_string(window.id) + " of depth " +
                       std::to_string(window.depth) + "."};
  return opened;
}

Swapchain::~Swapchain() {
  const Device& device = r.device;
  r.wait(r.lastWork());
  if (mSwapchain) retire();
  // Presents have no fence: only the queue's end says that they are over.
  device.vk.vkQueueWaitIdle(device.queue);
  for (Retired& retired : mRetired) destroy(retired);
  for (const VkSemaphore semaphore : mWaits) device.vk.vkDestroySemaphore(device.handle, semaphore, nullptr);
  for (const AcquireSemaphore& idle : mIdle) device.vk.vkDestroySemaphore(device.handle, idle.semaphore, nullptr);
  if (mAcquiring) device.vk.vkDestroySemaphore(device.handle, mAcquiring, nullptr);
  vkDestroySurfaceKHR(device.instance, mSurface, nullptr);
}

VkSemaphore Swapchain::newSemaphore() {
  const VkSemaphoreCreateInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, nullptr, 0};
  VkSemaphore made = VK_NULL_HANDLE;
  if (r.device.vk.vkCreateSemaphore(r.device.handle, &info, nullptr, &made) != VK_SUCCESS) return VK_NULL_HANDLE;
  return made;
}

VkSemaphore Swapchain::acquireSemaphore() {
  r.poll();
  for (AcquireSemaphore& idle : mIdle) {
    if (!r.done(idle.lastUse)) continue;
    const VkSemaphore free = idle.semaphore;
    idle = mIdle.back();
    mIdle.pop_back();
    return free;
  }
  return newSemaphore();
}

void Swapchain::destroy(Retired& retired) {
  r.device.vk.vkDestroySwapchainKHR(r.device.handle, retired.swapchain, nullptr);
  for (const VkSemaphore semaphore : retired.drawn) r.device.vk.vkDestroySemaphore(r.device.handle, semaphore, nullptr);
}

void Swapchain::sweep() {
  r.poll();
  if (mRetired.size() >= kMostRetired) {
    ++r.counters.waits;
    r.device.vk.vkQueueWaitIdle(r.device.queue);
    r.poll();
    for (Retired& retired : mRetired) retired.proof = 1;
  }
  std::erase_if(mRetired, [&](Retired& retired) {
    if (!retired.proof || !r.done(retired.proof)) return false;
    destroy(retired);
    return true;
  });
}

void Swapchain::retire() {
  Retired& retired = mRetired.emplace_back(Retired{mSwapchain, {}, 0});
  for (Frame& frame : mFrames) {
    if (frame.drawn) retired.drawn.push_back(frame.drawn);
    // The swapchain owns the image; views are ours.
    frame.image->image = VK_NULL_HANDLE;
    r.park(std::move(*frame.image));
  }
  mFrames.clear();
  mSwapchain = VK_NULL_HANDLE;
}

Swapchain::Outcome Swapchain::prepare(uint32_t width, uint32_t height, int32_t interval) {
  sweep();
  const VkPresentModeKHR mode = presentModeFor(interval, mModes);
  const bool moved = width != mExtent.width || height != mExtent.height;
  if (!mSwapchain || mStale || moved || mode != mMode) {
    VkSurfaceCapabilitiesKHR caps{};
    const VkResult result = vkGetPhysicalDeviceSurfaceCapabilitiesKHR(r.device.physical, mSurface, &caps);
    if (result != VK_SUCCESS) return Outcome::Lost;
    VkExtent2D extent = caps.currentExtent;
    if (extent.width == ~0u)
      extent = {std::clamp(width, caps.minImageExtent.width, caps.maxImageExtent.width),
                std::clamp(height, caps.minImageExtent.height, caps.maxImageExtent.height)};
    if (!extent.width || !extent.height) return Outcome::Skip;
    const bool resized = extent.width != mExtent.width || extent.height != mExtent.height;
    const bool again = mStale && !(mTolerated && !resized);
    mTolerated = mStale && !resized;
    mStale = false;
    if (!mSwapchain || again || resized || mode != mMode) {
      mMode = mode;
      if (!remake(caps, extent)) return Outcome::Lost;
    }
  }
  if (!mAcquiring) mAcquiring = acquireSemaphore();
  return mAcquiring ? Outcome::Ready : Outcome::Skip;
}

bool Swapchain::remake(const VkSurfaceCapabilitiesKHR& caps, VkExtent2D extent) {
  VkSwapchainCreateInfoKHR info{};
  info.sType = VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR;
  info.surface = mSurface;
  info.minImageCount = std::max(caps.minImageCount, kImages);
  if (caps.maxImageCount) info.minImageCount = std::min(info.minImageCount, caps.maxImageCount);
  info.imageFormat = mFormat.format;
  info.imageColorSpace = mFormat.colorSpace;
  info.imageExtent = mExtent = extent;
  info.imageArrayLayers = 1;
  info.imageUsage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
  info.imageSharingMode = VK_SHARING_MODE_EXCLUSIVE;
  info.preTransform = caps.currentTransform;
  const VkCompositeAlphaFlagsKHR alphas = caps.supportedCompositeAlpha;
  info.compositeAlpha = alphas & VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR ? VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR
                                                                   : VK_COMPOSITE_ALPHA_INHERIT_BIT_KHR;
  info.presentMode = mMode;
  info.clipped = VK_TRUE;
  info.oldSwapchain = mSwapchain;
  VkSwapchainKHR made = VK_NULL_HANDLE;
  const VkResult result = r.device.vk.vkCreateSwapchainKHR(r.device.handle, &info, nullptr, &made);
  // Retired even if there is no new one.
  if (mSwapchain) retire();
  if (result != VK_SUCCESS) {
    if (!isLost(result))
      base::logf(base::LogLevel::Error, "The Vulkan device refused a swapchain of %ux%u pixels (%d).", extent.width,
                 extent.height, result);
    return false;
  }
  mSwapchain = made;
  ++r.counters.swapchains;
  return makeFrames();
}

bool Swapchain::makeFrames() {
  const auto images = listOf<VkImage>([&](uint32_t* count, VkImage* list) {
    return r.device.vk.vkGetSwapchainImagesKHR(r.device.handle, mSwapchain, count, list);
  });
  ViewKey key;
  key.format = mFormat.format;
  key.aspects = VK_IMAGE_ASPECT_COLOR_BIT;
  for (const VkImage handle : images) {
    Frame& frame = mFrames.emplace_back();
    frame.image = std::make_unique<Image>();
    frame.image->image = handle;
    frame.image->id = r.newId();
    frame.image->format = mFormat.format;
    frame.image->extent = {mExtent.width, mExtent.height, 1};
    frame.image->usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
    frame.view = r.view(*frame.image, key);
    frame.drawn = newSemaphore();
    if (!frame.view || !frame.drawn) return false;
  }
  return !mFrames.empty();
}

VkResult Swapchain::acquire() {
  return r.device.vk.vkAcquireNextImageKHR(r.device.handle, mSwapchain, kAcquireNs, mAcquiring, VK_NULL_HANDLE, &mIndex);
}

Swapchain::Outcome Swapchain::acquired(VkResult result) {
  if (result == VK_ERROR_OUT_OF_DATE_KHR) {
    mStale = true;
    mTolerated = false;
    return Outcome::Again;
  }
  if (result == VK_TIMEOUT || result == VK_NOT_READY) {
    base::log(base::LogLevel::Warning, "The window system had no image for a frame within 1 s; it is not shown.");
    return Outcome::Skip;
  }
  if (result != VK_SUCCESS && result != VK_SUBOPTIMAL_KHR) return Outcome::Lost;
  mWaits.push_back(std::exchange(mAcquiring, VK_NULL_HANDLE));
  if (result == VK_SUBOPTIMAL_KHR) mStale = true;
  // The image may have another size than the window: it is given up, the next batch waits for its semaphore all the same.
  if (mStale && !mTolerated) return Outcome::Again;
  // The layout changes behind the acquire, in the stage where the batch waits for it.
  Image::Part fresh;
  fresh.sync.writeStages = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT;
  image().parts.assign(1, fresh);
  return Outcome::Ready;
}

Swapchain::Outcome Swapchain::present() {
  Frame& frame = mFrames[mIndex];
  r.use(*frame.image, Where::Main, {}, VK_IMAGE_LAYOUT_PRESENT_SRC_KHR, {VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, 0});
  const uint64_t serial = r.recording();
  r.submit(mWaits, frame.drawn);
  for (const VkSemaphore waited : mWaits) mIdle.push_back({waited, serial});
  mWaits.clear();
  if (r.lost()) return Outcome::Lost;
  if (frame.presented)
    for (Retired& retired : mRetired)
      if (!retired.proof) retired.proof = serial;
  frame.presented = true;
  VkPresentInfoKHR info{};
  info.sType = VK_STRUCTURE_TYPE_PRESENT_INFO_KHR;
  info.waitSemaphoreCount = 1;
  info.pWaitSemaphores = &frame.drawn;
  info.swapchainCount = 1;
  info.pSwapchains = &mSwapchain;
  info.pImageIndices = &mIndex;
  const VkResult result = r.device.vk.vkQueuePresentKHR(r.device.queue, &info);
  ++r.counters.presents;
  if (result == VK_SUBOPTIMAL_KHR || result == VK_ERROR_OUT_OF_DATE_KHR) {
    mStale = true;
    mTolerated &= result == VK_SUBOPTIMAL_KHR;
    return Outcome::Ready;
  }
  return result == VK_SUCCESS ? Outcome::Ready : Outcome::Lost;
}

}  // namespace vulkan
