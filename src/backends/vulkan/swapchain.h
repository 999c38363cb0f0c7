// SPDX-License-Identifier: Apache-2.0
// Frames into an X11 window by the driver's own swapchain. The GPU waits for the window system and the other way round, by
// semaphores; the CPU waits at most in acquire(), which is called without the back end's lock.
//
// A semaphore that an acquire signals is free again once the batch that waited for it is done. One that a present waits
// for belongs to an image of the swapchain: when the image has been acquired again, its last present has waited. The same
// says when a retired swapchain may die: presents of a queue happen in order, so a batch that waited for an image which
// had been presented by the new swapchain proves, by being done, that all presents of the old one are over. A storm of
// resizes gives no such proof; beyond kMostRetired the queue is waited for.
#pragma once

#include <memory>
#include <vector>

#include "backends/vulkan/recorder.h"
#include "backends/window/x11_window.h"

namespace vulkan {

// The mode for a swap interval, from those that the surface has. FIFO is always there.
VkPresentModeKHR presentModeFor(int32_t interval, const std::vector<VkPresentModeKHR>& offered);
// The format whose values are the window's as they are, without a curve; undefined: none fits.
VkFormat swapchainFormatFor(const window::X11Window& window, const std::vector<VkSurfaceFormatKHR>& offered);

class Swapchain {
 public:
  // Fails with one sentence where the driver cannot show on the window. The window outlives the swapchain.
  static base::Result<std::unique_ptr<Swapchain>> open(Recorder& recorder, const window::X11Window& window);
  // Waits for the GPU and for the window system.
  ~Swapchain();

  enum class Outcome { Ready, Again, Skip, Lost };
  // 1. Makes what acquire() needs for a frame of that size. Ready, Skip or Lost.
  Outcome prepare(uint32_t width, uint32_t height, int32_t interval);
  // 2. Waits for an image. Without the back end's lock, one thread at a time.
  VkResult acquire();
  // 3. Again: back to 1.
  Outcome acquired(VkResult result);
  // 4. The image, and its view to draw to; what was in it is undefined.
  Image& image() { return *mFrames[mIndex].image; }
  const View* view() { return mFrames[mIndex].view; }
  // 5. Submits the batch, and shows the image when it has run. Ready or Lost.
  Outcome present();

 private:
  struct Frame {
    std::unique_ptr<Image> image;
    const View* view = nullptr;
    VkSemaphore drawn = VK_NULL_HANDLE;  // the present waits for it
    bool presented = false;
  };
  struct Retired {
    VkSwapchainKHR swapchain = VK_NULL_HANDLE;
    std::vector<VkSemaphore> drawn;
    uint64_t proof = 0;  // serial of the batch whose end says that it is over; 0: not known yet
  };
  struct AcquireSemaphore {
    VkSemaphore semaphore = VK_NULL_HANDLE;
    uint64_t lastUse = 0;
  };

  Swapchain(Recorder& recorder, VkSurfaceKHR surface) : r(recorder), mSurface(surface) {}
  bool remake(const VkSurfaceCapabilitiesKHR& caps, VkExtent2D extent);
  bool makeFrames();
  void retire();
  void sweep();
  void destroy(Retired& retired);
  VkSemaphore newSemaphore();
  VkSemaphore acquireSemaphore();

  Recorder& r;
  const VkSurfaceKHR mSurface;
  VkSurfaceFormatKHR mFormat{};
  std::vector<VkPresentModeKHR> mModes;
  VkPresentModeKHR mMode = VK_PRESENT_MODE_FIFO_KHR;
  VkSwapchainKHR mSwapchain = VK_NULL_HANDLE;
  VkExtent2D mExtent{};
  std::vector<Frame> mFrames;
  uint32_t mIndex = 0;
  // Stale: to be made again. Tolerated: that was tried, and the driver calls it suboptimal all the same.
  bool mStale = false, mTolerated = false;
  std::vector<Retired> mRetired;
  std::vector<AcquireSemaphore> mIdle;
  VkSemaphore mAcquiring = VK_NULL_HANDLE;
  std::vector<VkSemaphore> mWaits;  // of the next batch: of the image, and of images that were given up
};

}  // namespace vulkan
